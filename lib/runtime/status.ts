/**
 * Looking at an extension: its record, and its objects as they are now. Writes nothing.
 */
import { buildRollout, compileProbes, resultOf, run, type Cluster, type ObserveScope, type Preflight, type RevisionResult } from '../engine';
import { readContent, type StoredHead } from '../state';
import { inAnyVersion } from './any-version';
import { requireHead } from './delete';
import type { OperationOptions } from './options';
import { OWNER_LABELS, ownerContext, ownerSelector } from './owner';
import { readProbeContext } from './probe-context';

export interface LookOptions extends OperationOptions {
  /** `always`: ask the server by dry run whether it would take what is not as desired. Needs the permission to write. @default 'never' */
  readonly preflight?: Preflight;
  /** Told of each stream before it is opened. */
  readonly onObserve?: (scope: ObserveScope) => void;
}

export interface Look {
  readonly stored: StoredHead;
  /** Number of the newest revision. */
  readonly revision: number;
  /** Objects beside what the revision wants; absent when its content was not kept. */
  readonly result?: RevisionResult;
  /** Every object is as desired and ready, and nothing is being taken down. */
  readonly healthy: boolean;
}

export async function lookAtExtension(extension: string, options: LookOptions): Promise<Look> {
  const { cluster, signal, onProgress, preflight = 'never', onObserve } = options;
  const stored = await requireHead(extension, options);
  const revision = stored.head.revisions[0]?.number ?? 0;
  const content = await readContent(cluster, stored, revision);
  if (content === undefined) return { stored, revision, healthy: false };
  const context = ownerContext({ ...stored, formerUids: stored.head.formerUids ?? [] });
  const labelSelector = ownerSelector(extension);
  const { task, desired } = buildRollout(content, { context, inventory: stored.head.inventory, preflight, report: true, labelSelector });
  const probe = compileProbes(content.probes);
  const facts = await readProbeContext(cluster, desired.values());
  const state = await run({
    cluster: told(inAnyVersion(cluster), onObserve), task, desired, context, probe: (object) => probe(object, facts), labels: OWNER_LABELS,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const result = resultOf(state);
  const isWell = ({ action, ready }: RevisionResult['phases'][number]['objects'][number]): boolean => action === 'Unchanged' && ready?.status === 'pass';
  const healthy = stored.head.deleting !== true && result.removed.length === 0 && result.phases.every(({ objects }) => objects.every(isWell));
  return { stored, revision, result, healthy };
}

function told(cluster: Cluster, onObserve: LookOptions['onObserve']): Cluster {
  if (onObserve === undefined) return cluster;
  return {
    ...cluster,
    observe: (scope, observer) => {
      onObserve(scope);
      return cluster.observe(scope, observer);
    },
  };
}
