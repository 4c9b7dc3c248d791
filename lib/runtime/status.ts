/**
 * Looking at an extension: its record, and its objects as they are now. Writes nothing.
 */
import { buildRollout, compileProbes, resultOf, run, type RevisionResult } from '../engine';
import { readContent, type StoredHead } from '../state';
import { inAnyVersion } from './any-version';
import { requireHead } from './delete';
import type { OperationOptions } from './options';
import { OWNER_LABELS, ownerContext, ownerSelector } from './owner';

export interface Look {
  readonly stored: StoredHead;
  /** Number of the newest revision. */
  readonly revision: number;
  /** Objects beside what the revision wants; absent when its content was not kept. */
  readonly result?: RevisionResult;
  /** Every object is as desired and ready. */
  readonly healthy: boolean;
}

export async function lookAtExtension(extension: string, options: OperationOptions): Promise<Look> {
  const { cluster, signal, onProgress } = options;
  const stored = await requireHead(extension, options);
  const revision = stored.head.revisions[0]?.number ?? 0;
  const content = await readContent(cluster, stored, revision);
  if (content === undefined) return { stored, revision, healthy: false };
  const context = ownerContext({ ...stored, formerUids: stored.head.formerUids ?? [] });
  const { task, desired } = buildRollout(content, { context, inventory: stored.head.inventory, preflight: 'never', report: true, labelSelector: ownerSelector(extension) });
  const probe = compileProbes(content.probes);
  const state = await run({
    cluster: inAnyVersion(cluster), task, desired, context, probe: (object) => probe(object), labels: OWNER_LABELS,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const result = resultOf(state);
  const healthy = result.removed.length === 0 && result.phases.every(({ objects }) => objects.every(({ action, ready }) => action === 'Unchanged' && ready?.status === 'pass'));
  return { stored, revision, result, healthy };
}
