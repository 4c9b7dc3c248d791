/**
 * The check for everything that a revision brings, against what is on the cluster. Reads one object for each definition, writes nothing.
 */
import { DEFINITION_API_VERSION, isReadableDefinition, type JsonObject, type KubeObject, type ObjectRef } from '../../api';
import type { Answer } from '../../engine';
import { BoxcutterError } from '../../errors';
import { checkCrdUpgrade } from './check';
import type { CrdCheckOptions, CrdIssue } from './issue';

/** What is asked of a cluster (`KubeCluster` has it). */
export interface CrdReader {
  get(ref: ObjectRef): Promise<Answer>;
}

/** A definition as it is, and as it is to be. */
export interface CrdPair {
  readonly live: KubeObject;
  readonly next: KubeObject;
}

export interface CrdUpgrade {
  /** Name of the definition. */
  readonly crd: string;
  /** Empty: safe. */
  readonly issues: readonly CrdIssue[];
}

/** The check of one definition. Pure. */
export function compareDefinitions({ live, next }: CrdPair, options: CrdCheckOptions = {}): CrdUpgrade {
  return { crd: next.metadata.name ?? '', issues: checkCrdUpgrade(live as unknown as JsonObject, next as unknown as JsonObject, options) };
}

/**
 * Definitions among the objects that exist already, each with its issues. Others cannot break anything, and are not among the results;
 * only apiextensions.k8s.io/v1 is looked at.
 * @throws BoxcutterError `crd-unreadable`, category server, when one cannot be read
 */
export async function checkCrdUpgrades(
  objects: readonly KubeObject[],
  reader: CrdReader,
  options: CrdCheckOptions = {},
): Promise<readonly CrdUpgrade[]> {
  const results = await Promise.all(objects.filter(isReadableDefinition).map(async (next): Promise<CrdUpgrade | undefined> => {
    const live = await readDefinition(next.metadata.name ?? '', reader);
    return live === undefined ? undefined : compareDefinitions({ live, next }, options);
  }));
  return results.filter((result): result is CrdUpgrade => result !== undefined);
}

/**
 * A definition as it is on the cluster; undefined when it is not there.
 * @throws BoxcutterError `crd-unreadable`, category server
 */
export async function readDefinition(name: string, reader: CrdReader): Promise<KubeObject | undefined> {
  const answer = await reader.get({ apiVersion: DEFINITION_API_VERSION, kind: 'CustomResourceDefinition', name });
  if (answer.type === 'object') return answer.object;
  if (answer.type === 'gone') return undefined;
  const reason =
    answer.type === 'refused' ? answer.status.message : answer.type === 'lost' ? answer.message : 'the API server does not serve this kind';
  throw new BoxcutterError('crd-unreadable', 'server', `getting existing resource for CRD "${name}": ${reason}`, {
    hint: 'Nothing was changed. Run the command again, with permission to get CustomResourceDefinitions.',
    details: { crd: name },
  });
}
