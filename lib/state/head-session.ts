/** One operation on the record of the command: content is written, and the head says in the end what became of it. */
import type { ResolvedRevision } from '../api';
import { messageOf } from '../errors';
import { pruneContent, readParts, writeContent, type Written } from './content-store';
import type { Head, StoredHead } from './head';
import { headAfter } from './head-changes';
import { headOwner } from './head-owner';
import { type HeadPlace, sealsIn } from './head-place';
import { mayHaveNeverBegun } from './history';
import { isKept, objectsOf } from './kept-content';
import type { ExtensionLock } from './lock/extension-lock';
import { bringsContent, type Operation } from './operation';
import type { FenceAnswer, Owner, RecordSession, RunEnding, SessionOptions } from './record';
import { beyondScope } from './trust';
import { noteOfUnsealed } from './trust/notes';

export interface SessionPlace {
  readonly place: HeadPlace;
  readonly extension: string;
  readonly namespace: string;
  readonly formerUids: readonly string[];
  readonly operation: Operation;
  readonly before: StoredHead | undefined;
  /** Was it found before the session that the content of the revision is kept? */
  readonly isKnownKept: (revision: ResolvedRevision) => Promise<boolean>;
  /** Called with the head as the session leaves it; undefined: it is gone. */
  readonly ended: (after: StoredHead | undefined) => void;
  readonly onNote: SessionOptions['onNote'];
}

export class HeadSession implements RecordSession {
  private committed = false;

  constructor(private readonly given: SessionPlace, private readonly lock: ExtensionLock) {}

  get owner(): Owner {
    const { extension, namespace, formerUids } = this.given;
    return headOwner(this.lock.stored, extension, namespace, formerUids);
  }

  fence(before: 'write' | 'delete'): Promise<FenceAnswer> {
    return this.lock.fence(before);
  }

  async commit(): Promise<void> {
    const { place, operation, before } = this.given;
    if (operation.intent === 'apply' || operation.intent === 'rollback') {
      const { revision, again } = operation;
      // An earlier run at the same number may have ended before it wrote the content, or another client may have deleted it.
      const wasComplete = again && before?.head.revisions[0]?.completeAt !== undefined;
      const { isKnownKept } = this.given;
      const isWritten = wasComplete
        && ((await isKnownKept(revision)) || (await isKept(place, this.lock.stored, revision, sealsIn(place))));
      if (!isWritten) this.noteWritten(await writeContent(place.cluster, this.lock.stored, revision, sealsIn(place)), revision);
    }
    this.committed = true;
  }

  /** Said only of what reaches beyond the namespace: for everything else a seal decides little. */
  private noteWritten(written: Written, revision: ResolvedRevision): void {
    if (written.sealed || written.why === 'untrusted') return;
    const { extension, namespace, place, onNote } = this.given;
    const reaches = beyondScope(objectsOf(revision), namespace).some(({ why }) => why === 'cluster-scoped' || why === 'other-namespace');
    if (reaches) onNote?.(noteOfUnsealed(extension, written.why, sealsIn(place).place));
  }

  async conclude(ending: RunEnding): Promise<void> {
    const { operation } = this.given;
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
    const { operation, before } = this.given;
    if (this.committed || !bringsContent(operation)) return this.release((head) => head);
    if (before === undefined || (await this.wasNeverBegun(before))) return this.remove();
    return this.release(() => before.head);
  }

  private async release(change: (head: Head) => Head): Promise<void> {
    await this.lock.release(change);
    this.given.ended(this.lock.stored);
  }

  private async remove(): Promise<void> {
    await this.lock.remove();
    this.given.ended(undefined);
  }

  /** The record of a first install that died in its preflight: content comes before the first object, and there is none. */
  private async wasNeverBegun(before: StoredHead): Promise<boolean> {
    const first = mayHaveNeverBegun(before.head);
    return first !== undefined && (await readParts(this.given.place.cluster, before, first.number)) === undefined;
  }

  /** Only what the record no longer names: nothing is lost when this fails, so it spoils no outcome. */
  private async prune(numbers: readonly number[]): Promise<void> {
    const { place: { cluster }, onNote } = this.given;
    await pruneContent(cluster, this.lock.stored, numbers).catch((error: unknown) => {
      onNote?.(`The content of revision ${numbers.join(', ')} is no longer used, but was not removed: ${messageOf(error)}`);
    });
  }
}
