/**
 * Looking at an extension: its record, and its objects as they are now. Writes nothing.
 */
import { resultOf, type Cluster, type ObserveScope, type Preflight, type RevisionResult } from '../../engine';
import { readContent, type StoredHead } from '../../state';
import { inAnyVersion } from '../any-version';
import { build, execute } from '../operations/apply';
import { requireHead } from '../operations/delete';
import type { OperationOptions } from '../options';
import { contextOf } from '../owner';

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
  const { cluster, preflight = 'never', onObserve } = options;
  const stored = await requireHead(extension, options);
  const revision = stored.head.revisions[0]?.number ?? 0;
  const content = await readContent(cluster, stored, revision);
  if (content === undefined) return { stored, revision, healthy: false };
  const context = contextOf(stored);
  const built = build(content, stored.head.inventory, context, { ...options, preflight }, true);
  const state = await execute(content, built, context, options, { cluster: told(inAnyVersion(cluster), onObserve) });
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
