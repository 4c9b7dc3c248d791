/** What going back to an earlier version of an extension of the controllers would do. Reads and dry runs only. */
import { ANNOTATION_TARGET, keyOf } from '../../api';
import { defined } from '../../defined';
import { canonicalJson, shortHash } from '../../engine';
import { crdUpgradeInWords } from '../../guards';
import type { KubeCluster } from '../../kube';
import { controlledExtension, ControlledRecord } from '../../state';
import { examine } from '../plan/examine';
import type { Plan } from '../plan/plan';
import { warningsOf } from '../plan/plan-warnings';
import type { Returned } from './return';

export interface PlanReturnOptions {
  readonly cluster: KubeCluster;
  readonly signal?: AbortSignal;
}

/**
 * With the content that the revision has which had that version. The controllers render the version anew, with the configuration of now.
 * @returns undefined: its content is not there any more, or its objects are in another cluster
 * @throws BoxcutterError `content-*`, `server-*` (server)
 */
export async function planReturn(
  { extension, of, version }: Returned, { cluster, signal }: PlanReturnOptions,
): Promise<Plan | undefined> {
  const head = await controlledExtension(cluster, extension);
  const [newest] = head?.controlled.revisions ?? [];
  if (head === undefined || newest === undefined) return undefined;
  if (newest.object.metadata.annotations?.[ANNOTATION_TARGET] !== undefined) return undefined;
  const record = new ControlledRecord(head, cluster);
  const content = await record.content(of);
  // What is read last is what may have to go.
  if (content === undefined || await record.content(newest.number) === undefined) return undefined;
  // As if it were the content of the newest revision: so only what differs counts, and not that another revision has it.
  const operation = { intent: 'apply', revision: { ...content, number: newest.number }, again: false } as const;
  const { state, phases, removals, crdUpgrades } = await examine(operation, { record }, { cluster, wait: false, ...defined({ signal }) });
  const objects = phases.flatMap((phase) => phase.objects);
  const actions = [...objects, ...removals].map(({ ref, action }) => [keyOf(ref), action]);
  const [current] = head.head.revisions;
  return {
    extension,
    revision: newest.number + 1,
    version,
    newRevision: true,
    current: { revision: newest.number, ...defined({ version: current?.version }) },
    paused: false,
    phases,
    removals,
    warnings: warningsOf(objects),
    crdUpgrades: crdUpgrades.map(crdUpgradeInWords),
    crdRefused: crdUpgrades.some(({ issues }) => issues.some(({ severity }) => severity === 'error')),
    changes: true,
    dataLoss: [...objects, ...removals].some(({ loss }) => loss !== undefined),
    ...defined({ incomplete: state.stopping, unreachable: state.unreachable }),
    digest: shortHash(canonicalJson([of, content.digest, actions])),
  };
}
