/** The check for everything that a revision brings, against what is on the cluster. Reads one object for each definition, writes nothing. */
import type { JsonObject, KubeObject, ObjectRef } from '../../api';
import type { Answer } from '../../engine';
import { BoxcutterError } from '../../errors';
import { checkCrdUpgrade } from './check';
import { formatCrdErrors } from './format';
import type { CrdCheckOptions, CrdIssue } from './issue';

/** What is asked of a cluster (`KubeCluster` has it). */
export interface CrdReader {
  get(ref: ObjectRef): Promise<Answer>;
}

export interface CrdUpgrade {
  /** Name of the definition. */
  readonly crd: string;
  /** Empty: safe. */
  readonly issues: readonly CrdIssue[];
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
  const definitions = objects.filter(({ apiVersion, kind }) => kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1');
  const results = await Promise.all(definitions.map(async (next): Promise<CrdUpgrade | undefined> => {
    const crd = next.metadata.name ?? '';
    const live = await readDefinition(crd, reader);
    return live === undefined ? undefined : { crd, issues: checkCrdUpgrade(live as unknown as JsonObject, next as unknown as JsonObject, options) };
  }));
  return results.filter((result): result is CrdUpgrade => result !== undefined);
}

async function readDefinition(name: string, reader: CrdReader): Promise<KubeObject | undefined> {
  const answer = await reader.get({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name });
  if (answer.type === 'object') return answer.object;
  if (answer.type === 'gone') return undefined;
  const reason = answer.type === 'refused' ? answer.status.message : answer.type === 'lost' ? answer.message : 'the API server does not serve this kind';
  throw new BoxcutterError('crd-unreadable', 'server', `getting existing resource for CRD "${name}": ${reason}`, {
    hint: 'Nothing was changed. Run the command again, with permission to get CustomResourceDefinitions.',
    details: { crd: name },
  });
}

/** The error that stops a run; undefined when every issue is waived or only a warning. */
export function crdUpgradeError(upgrades: readonly CrdUpgrade[]): BoxcutterError | undefined {
  const texts = upgrades.map(({ crd, issues }) => formatCrdErrors(crd, issues)).filter((text) => text !== undefined);
  if (texts.length === 0) return undefined;
  return new BoxcutterError('crd-upgrade-unsafe', 'input', texts.join('\n'), {
    hint: 'Nothing was changed. What each means and the safe way to do it: docs/crd-upgrade-safety.md. Waive what is meant.',
    details: { upgrades },
  });
}
