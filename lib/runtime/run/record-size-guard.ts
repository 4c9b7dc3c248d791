/**
 * An extension whose record would not fit into its head is refused before anything is written: later, what was done could not be recorded.
 */
import type { BoxcutterError } from '../../errors';
import { inventoryDuring, tooLargeHead, type HeadRecord, type Operation } from '../../state';
import type { Guard } from './guard';

export function recordSizeGuard(record: HeadRecord): Guard {
  return { before: ({ operation }) => Promise.resolve({ refusal: tooLargeRecord(operation, record) }) };
}

/** `state-too-large` (input), or nothing. Pure. */
function tooLargeRecord(operation: Operation, { extension, head, inventory }: HeadRecord): BoxcutterError | undefined {
  if (!('revision' in operation)) return undefined;
  const before = head ?? { extension, revisions: [], inventory };
  return tooLargeHead({ ...before, probes: operation.revision.probes }, inventoryDuring(operation, inventory));
}
