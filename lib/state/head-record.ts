/**
 * The record of the command: a head Secret with a lock, the inventory and the history, and the content of revisions in Secrets of their
 * own.
 */
import type { ResolvedRevision } from '../api';
import { canonicalJson, type InventoryEntry } from '../engine';
import { messageOf } from '../errors';
import type { ContentCache } from './content-cache';
import { hasContent, pruneContent, readContent, writeContent } from './content-store';
import { ExtensionLock } from './extension-lock';
import type { Head, StoredHead } from './head';
import { headOwner } from './head-owner';
import { keptOf, mayHaveNeverBegun, withCompleted, withRevision } from './history';
import { bringsContent, inventoryAfter, inventoryDuring, purposeOf, type Operation } from './operation';
import type { ExtensionRecord, FenceAnswer, Owner, RecordSession, RunEnding, SessionOptions } from './record';
import { readHead, type StateCluster } from './store';

/** Where the command keeps an extension. */
export interface HeadPlace {
  readonly cluster: StateCluster;
  readonly stateNamespace: string;
  /**
   * Where `content` looks first: for a caller that asks again and again for objects and probes. The choices of the user may be older ones.
   * @default every call reads
   */
  readonly contents?: ContentCache | undefined;
}

export class HeadRecord implements ExtensionRecord {
  /** @param stored undefined: the extension is not installed */
  constructor(
    readonly extension: string,
    private readonly place: HeadPlace,
    private current: StoredHead | undefined,
  ) {}

  /** @throws BoxcutterError `state-*` (server) */
  static async read(extension: string, place: HeadPlace): Promise<HeadRecord> {
    return new HeadRecord(extension, place, await readHead(place.cluster, extension, place.stateNamespace));
  }

  /** The head as it was read, or as the last session left it. */
  get stored(): StoredHead | undefined {
    return this.current;
  }

  get head(): Head | undefined {
    return this.current?.head;
  }

  get owner(): Owner {
    return headOwner(this.current, this.extension, this.place.stateNamespace);
  }

  get inventory(): readonly InventoryEntry[] {
    return this.head?.inventory ?? [];
  }

  async content(number: number): Promise<ResolvedRevision | undefined> {
    const { current, place: { cluster, contents } } = this;
    if (current === undefined) return undefined;
    const read = (): Promise<ResolvedRevision | undefined> => readContent(cluster, current, number);
    return contents === undefined ? read() : contents.content(current, number, read);
  }

  /** Is the content of the revision kept, and with it what the user chose for it? */
  async keeps(revision: ResolvedRevision): Promise<boolean> {
    return this.current !== undefined && isKept(this.place.cluster, this.current, revision);
  }

  async begin(operation: Operation, options: SessionOptions): Promise<RecordSession> {
    const before = this.current;
    const { cluster, stateNamespace: namespace } = this.place;
    const { takeOver, onLost } = options;
    const { extension } = this;
    const wanted = { cluster, extension, namespace, purpose: purposeOf(operation), takeOver, onLost };
    const lock = await ExtensionLock.take(wanted, before, (head) => headDuring(operation, head, new Date()));
    const ended = (after: StoredHead | undefined): void => {
      this.current = after;
    };
    return new HeadSession({ cluster, extension, namespace, operation, before, ended, onNote: options.onNote }, lock);
  }
}

interface SessionPlace {
  readonly cluster: StateCluster;
  readonly extension: string;
  readonly namespace: string;
  readonly operation: Operation;
  readonly before: StoredHead | undefined;
  /** Called with the head as the session leaves it; undefined: it is gone. */
  readonly ended: (after: StoredHead | undefined) => void;
  readonly onNote: SessionOptions['onNote'];
}

class HeadSession implements RecordSession {
  private committed = false;

  constructor(private readonly place: SessionPlace, private readonly lock: ExtensionLock) {}

  get owner(): Owner {
    return headOwner(this.lock.stored, this.place.extension, this.place.namespace);
  }

  fence(before: 'write' | 'delete'): Promise<FenceAnswer> {
    return this.lock.fence(before);
  }

  async commit(): Promise<void> {
    const { cluster, operation, before } = this.place;
    if (operation.intent === 'apply' || operation.intent === 'rollback') {
      const { revision, again } = operation;
      // An earlier run at the same number may have ended before it wrote the content, or another client may have deleted it.
      const wasComplete = again && before?.head.revisions[0]?.completeAt !== undefined;
      const isWritten = wasComplete && (await isKept(cluster, this.lock.stored, revision));
      if (!isWritten) await writeContent(cluster, this.lock.stored, revision);
    }
    this.committed = true;
  }

  async conclude(ending: RunEnding): Promise<void> {
    const { operation } = this.place;
    if (bringsContent(operation) && ending.untouched) return this.letGo();
    const isOver = operation.intent === 'delete' && ending.complete;
    const { revisions } = this.lock.stored.head;
    const after = (head: Head): Head => headAfter(operation, head, ending, new Date());
    try {
      await (isOver ? this.remove() : this.release(after));
    } catch (error) {
      // A client that may not delete the head may still be allowed to give its lock back; what was repaired is worth a second try.
      if (isOver) await this.release((head) => ({ ...head, inventory: ending.inventory })).catch(() => undefined);
      else if (operation.intent === 'repair') await this.release(after).catch(() => undefined);
      throw error;
    }
    if (isOver) return;
    const kept = new Set(this.lock.stored.head.revisions.map(({ number }) => number));
    await this.prune(revisions.map(({ number }) => number).filter((number) => !kept.has(number)));
  }

  async letGo(): Promise<void> {
    const { operation, before } = this.place;
    if (this.committed || !bringsContent(operation)) return this.release((head) => head);
    if (before === undefined || (await this.wasNeverBegun(before))) return this.remove();
    return this.release(() => before.head);
  }

  private async release(change: (head: Head) => Head): Promise<void> {
    await this.lock.release(change);
    this.place.ended(this.lock.stored);
  }

  private async remove(): Promise<void> {
    await this.lock.remove();
    this.place.ended(undefined);
  }

  /** The record of a first install that died in its preflight: content comes before the first object, and there is none. */
  private async wasNeverBegun(before: StoredHead): Promise<boolean> {
    const first = mayHaveNeverBegun(before.head);
    return first !== undefined && (await readContent(this.place.cluster, before, first.number)) === undefined;
  }

  /** Only what the record no longer names: nothing is lost when this fails, so it spoils no outcome. */
  private async prune(numbers: readonly number[]): Promise<void> {
    const { cluster, onNote } = this.place;
    await pruneContent(cluster, this.lock.stored, numbers).catch((error: unknown) => {
      onNote?.(`The content of revision ${numbers.join(', ')} is out of use, but was not removed: ${messageOf(error)}`);
    });
  }
}

/** The head while the operation runs. Pure. */
export function headDuring(operation: Operation, head: Head, now: Date): Head {
  switch (operation.intent) {
    case 'apply':
    case 'rollback': {
      const { deleting: _deleting, ...rest } = head;
      const { revision } = operation;
      const named = revision.packageName === undefined ? {} : { packageName: revision.packageName };
      const inventory = inventoryDuring(operation, head.inventory);
      return { ...rest, ...named, revisions: withRevision(head.revisions, operation, now), probes: revision.probes, inventory };
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

/** Other choices may well give the same objects; the next upgrade asks for them. */
async function isKept(cluster: StateCluster, stored: StoredHead, revision: ResolvedRevision): Promise<boolean> {
  if (revision.config === undefined && revision.certificates === undefined) return hasContent(cluster, stored, revision.number);
  const content = await readContent(cluster, stored, revision.number);
  const choicesOf = ({ config, certificates }: ResolvedRevision): string => canonicalJson([config ?? null, certificates ?? null]);
  return content !== undefined && choicesOf(content) === choicesOf(revision);
}
