/** What an operation makes of the head: while it runs, and after it. Pure. */
import type { Head } from './head';
import { keptOf, withCompleted, withRevision } from './history';
import { inventoryAfter, inventoryDuring, type Operation } from './operation';
import type { RunEnding } from './record';

/**
 * The head while the operation runs. Pure.
 * @param by who runs it; undefined: not known
 */
export function headDuring(operation: Operation, head: Head, now: Date, by?: string): Head {
  switch (operation.intent) {
    case 'apply':
    case 'rollback': {
      const { deleting: _deleting, ...rest } = head;
      const { revision } = operation;
      const named = revision.packageName === undefined ? {} : { packageName: revision.packageName };
      const inventory = inventoryDuring(operation, head.inventory);
      const made = revision.release === undefined ? {} : { release: revision.release };
      const revisions = withRevision(head.revisions, operation, now, by);
      return { ...rest, ...named, ...made, revisions, probes: revision.probes, inventory };
    }
    case 'delete':
      return { ...head, deleting: true };
    case 'repair':
    case 'orphan':
      return head;
  }
}

/** The head after the operation, where it stays. Pure. */
export function headAfter(operation: Operation, head: Head, { inventory: seen, complete }: RunEnding, now: Date): Head {
  const inventory = inventoryAfter(operation, head.inventory, seen, complete);
  switch (operation.intent) {
    case 'apply':
    case 'rollback': {
      const revisions = complete ? withCompleted(head.revisions, operation.revision.number, now) : head.revisions;
      return { ...head, inventory, revisions: keptOf(revisions) };
    }
    case 'repair':
      return { ...head, probes: operation.revision.probes, inventory };
    case 'delete':
    case 'orphan':
      return { ...head, inventory };
  }
}
