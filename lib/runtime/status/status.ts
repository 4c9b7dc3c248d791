/**
 * Looking at an extension: its record, and its objects as they are now. Writes nothing.
 */
import { keyOf, refOf, type KubeObject } from '../../api';
import type { ObserveScope, Preflight, RevisionResult } from '../../engine';
import type { ApplyOperation, StoredHead } from '../../state';
import { readableRecord } from '../operations/readable-record';
import type { OperationOptions } from '../options';
import { runOperation } from '../run';
import { vitalsOf, type Vitals } from './vitals';

export interface LookOptions extends OperationOptions {
  /** `always`: ask the server by dry run whether it would take what is not as desired. Needs the permission to write. @default 'never' */
  readonly preflight?: Preflight;
  /** Called with each stream before it is opened. */
  readonly onObserve?: (scope: ObserveScope) => void;
}

export interface Look {
  readonly stored: StoredHead;
  /** Number of the newest revision. */
  readonly revision: number;
  /** Objects beside what the revision wants; absent when its content was not kept. */
  readonly result?: RevisionResult;
  /** Replicas and age of the objects that are there, by their keys. */
  readonly vitals: ReadonlyMap<string, Vitals>;
  /** Every object is as desired and ready, and nothing is being taken down. */
  readonly healthy: boolean;
}

export async function lookAtExtension(extension: string, options: LookOptions): Promise<Look> {
  const { cluster, preflight = 'never' } = options;
  const record = await readableRecord(extension, options);
  let { stored } = record;
  const revision = stored.head.revisions[0]?.number ?? 0;
  const content = await record.content(revision);
  if (content === undefined) return { stored, revision, vitals: new Map(), healthy: false };
  const operation: ApplyOperation = { intent: 'apply', revision: content, again: true };
  const vitals = new Map<string, Vitals>();
  const onLive = (object: KubeObject): void => void vitals.set(keyOf(refOf(object)), vitalsOf(object));
  const { result, inventory } = await runOperation(operation, { cluster, record }, { ...options, preflight, dryRun: true, onLive });
  // The controllers put no inventory down: what was seen is what there is.
  if (stored.controlled !== undefined) stored = { ...stored, head: { ...stored.head, inventory } };
  const isWell = ({ action, ready }: RevisionResult['phases'][number]['objects'][number]): boolean =>
    action === 'Unchanged' && ready?.status === 'pass';
  const healthy =
    stored.head.deleting !== true && result.removed.length === 0 && result.phases.every(({ objects }) => objects.every(isWell));
  return { stored, revision, result, vitals, healthy };
}
