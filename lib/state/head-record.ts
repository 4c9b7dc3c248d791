/**
 * The record of the command: a head Secret with a lock, the inventory and the history, and the content of revisions in Secrets of their
 * own.
 */
import type { KubeObject, ResolvedRevision } from '../api';
import type { InventoryEntry } from '../engine';
import { messageOf } from '../errors';
import type { ContentCache } from './content-cache';
import { pruneContent, readContent, readParts, writeContent, type Written } from './content-store';
import { ExtensionLock } from './lock/extension-lock';
import { LABEL_STATE, type Head, type StoredHead } from './head';
import { headOwner } from './head-owner';
import { headAfter, headDuring } from './head-changes';
import { mayBeTaken } from './lock/lock-state';
import { mayHaveNeverBegun } from './history';
import { isKept, objectsOf } from './kept-content';
import { bringsContent, purposeOf, type Operation } from './operation';
import type { ExtensionRecord, FenceAnswer, Owner, RecordSession, RunEnding, SessionOptions } from './record';
import { HeadConflict, readHead, replaceHead, type StateCluster } from './store';
import { beyondScope, sealsOf, trustedFormerUids, type Seals, type StateKeyPlace } from './trust';
import { noteOfFormer, noteOfUnsealed } from './trust/notes';

/** Where the command keeps an extension. */
export interface HeadPlace {
  readonly cluster: StateCluster;
  readonly stateNamespace: string;
  /**
   * Where `content` looks first: for a caller that asks again and again for objects and probes. The choices of the user may be older ones.
   * @default every call reads
   */
  readonly contents?: ContentCache | undefined;
  /** Where the key is that seals content. @default Secret `boxcutter-state-key` in namespace `kube-system` */
  readonly stateKey?: StateKeyPlace | undefined;
  /** Trust the state no matter who wrote it. @default false */
  readonly trustState?: boolean | undefined;
  readonly onNote?: ((note: string) => void) | undefined;
}

export class HeadRecord implements ExtensionRecord {
  /**
   * @param stored undefined: the extension is not installed
   * @param formerUids uids of lost heads that this one stands in for, as far as they count
   */
  private constructor(
    readonly extension: string,
    private readonly place: HeadPlace,
    private current: StoredHead | undefined,
    private readonly formerUids: readonly string[],
  ) {}

  /** @throws BoxcutterError `state-*` (server) */
  static async read(extension: string, place: HeadPlace): Promise<HeadRecord> {
    return HeadRecord.of(extension, place, await readHead(place.cluster, extension, place.stateNamespace));
  }

  /** The record of a head that was read. @throws BoxcutterError `state-unreachable` */
  static async of(extension: string, place: HeadPlace, stored: StoredHead | undefined): Promise<HeadRecord> {
    const { uids, ignored } = await trustedFormerUids(stored, sealsIn(place), place.trustState);
    if (ignored) place.onNote?.(noteOfFormer(extension));
    return new HeadRecord(extension, place, stored, uids);
  }

  /** The head as it was read, or as the last session left it. */
  get stored(): StoredHead | undefined {
    return this.current;
  }

  get head(): Head | undefined {
    return this.current?.head;
  }

  get owner(): Owner {
    return headOwner(this.current, this.extension, this.place.stateNamespace, this.formerUids);
  }

  get inventory(): readonly InventoryEntry[] {
    return this.head?.inventory ?? [];
  }

  /** By uid: another extension may have the same name, in another namespace. */
  isState({ kind, apiVersion, metadata: { uid, ownerReferences = [] } }: KubeObject): boolean {
    const head = this.current?.uid;
    if (head === undefined || kind !== 'Secret' || apiVersion !== 'v1') return false;
    return uid === head || ownerReferences.some((owner) => owner.uid === head);
  }

  async content(number: number): Promise<ResolvedRevision | undefined> {
    const { current, place } = this;
    if (current === undefined) return undefined;
    const { cluster, contents, trustState = false } = place;
    const read = (): Promise<ResolvedRevision | undefined> => readContent(cluster, current, number, sealsIn(place));
    const content = await (contents === undefined ? read() : contents.content(current, number, read));
    if (content === undefined || !trustState) return content;
    const { untrusted: _untrusted, ...trusted } = content;
    return trusted;
  }

  /** Is the content of the revision kept, sealed where this account can, and with it what the user chose for it? */
  async keeps(revision: ResolvedRevision): Promise<boolean> {
    return this.current !== undefined && isKept(this.place, this.current, revision, sealsIn(this.place));
  }

  /**
   * Puts the label of the head back, in one write, where another client took it off. Left to the next write of the head: while another run
   * has it locked, or wrote it meanwhile. What fails is noted.
   */
  async repairLabel(): Promise<void> {
    const { current, extension, place: { cluster, onNote } } = this;
    if (current?.unlabelled !== true || !mayBeTaken(current, false)) return;
    const what = `The label ${LABEL_STATE}=head was missing from the state of extension "${extension}", `
      + 'so that lists and keepers do not see it';
    try {
      this.current = await replaceHead(cluster, current, current.head);
      onNote?.(`${what}: it was put back.`);
    } catch (error) {
      if (!(error instanceof HeadConflict)) onNote?.(`${what}, and could not be put back: ${messageOf(error)}`);
    }
  }

  async begin(operation: Operation, options: SessionOptions): Promise<RecordSession> {
    const before = this.current;
    const { cluster, stateNamespace: namespace } = this.place;
    const { takeOver, onLost, onNote, signal } = options;
    const { extension, formerUids } = this;
    const wanted = { cluster, extension, namespace, purpose: purposeOf(operation), takeOver, onLost, onNote, signal };
    const lock = await ExtensionLock.take(wanted, before, (head) => headDuring(operation, head, new Date()));
    const ended = (after: StoredHead | undefined): void => {
      this.current = after;
    };
    return new HeadSession({ place: this.place, extension, namespace, formerUids, operation, before, ended, onNote: options.onNote }, lock);
  }
}

interface SessionPlace {
  readonly place: HeadPlace;
  readonly extension: string;
  readonly namespace: string;
  readonly formerUids: readonly string[];
  readonly operation: Operation;
  readonly before: StoredHead | undefined;
  /** Called with the head as the session leaves it; undefined: it is gone. */
  readonly ended: (after: StoredHead | undefined) => void;
  readonly onNote: SessionOptions['onNote'];
}

class HeadSession implements RecordSession {
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
      const isWritten = wasComplete && (await isKept(place, this.lock.stored, revision, sealsIn(place)));
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
      onNote?.(`The content of revision ${numbers.join(', ')} is out of use, but was not removed: ${messageOf(error)}`);
    });
  }
}

function sealsIn({ cluster, stateKey }: HeadPlace): Seals {
  return sealsOf(cluster, stateKey);
}
