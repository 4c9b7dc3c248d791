/**
 * The check for everything that a revision brings, against what is on the cluster. Reads one object for each definition, writes nothing.
 */
import { DEFINITION_API_VERSION, isReadableDefinition, type JsonObject, type KubeObject, type ObjectRef } from '../../api';
import type { Answer } from '../../engine';
import { BoxcutterError } from '../../errors';
import { checkCrdUpgrade } from './check';
import type { CrdCheckOptions, CrdIssue } from './issue';
import { isAboutStoredObjects, issuesWithoutObjects, storedObjects, type StoredObjects, type StoredReader } from './stored';

/** What is asked of a cluster (`KubeCluster` has it). Without `list`, stored objects are not counted. */
export interface CrdReader extends Partial<StoredReader> {
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
  /** What the server stores of this kind; only where an issue is about that. */
  readonly stored?: StoredObjects;
}

/** The check of one definition. Pure. */
export function compareDefinitions({ live, next }: CrdPair, options: CrdCheckOptions = {}): CrdUpgrade {
  return { crd: next.metadata.name ?? '', issues: checkCrdUpgrade(live as unknown as JsonObject, next as unknown as JsonObject, options) };
}

/**
 * The same with a look at what is stored, where an error is about that: with no object there, it is a warning. No request without one.
 */
export async function compareWithStored(pair: CrdPair, reader: CrdReader, options: CrdCheckOptions = {}): Promise<CrdUpgrade> {
  const upgrade = compareDefinitions(pair, options);
  const { list } = reader;
  const asks = upgrade.issues.some((issue) => issue.severity === 'error' && isAboutStoredObjects(issue));
  if (list === undefined || !asks) return upgrade;
  const [live, next] = [pair.live as unknown as JsonObject, pair.next as unknown as JsonObject];
  const stored = await storedObjects(live, next, { list: list.bind(reader) });
  const issues = stored.count === 0 ? issuesWithoutObjects(upgrade.issues, options) : upgrade.issues;
  return { ...upgrade, issues, stored };
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
    return live === undefined ? undefined : compareWithStored({ live, next }, reader, options);
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
