/**
 * The record of the command: a head Secret with a lock, the inventory and the history, and the content of revisions in Secrets of their
 * own.
 */
import type { KubeObject, ResolvedRevision } from '../api';
import type { InventoryEntry } from '../engine';
import { messageOf } from '../errors';
import { readContent } from './content-store';
import { ExtensionLock } from './lock/extension-lock';
import { LABEL_STATE, type Head, type StoredHead } from './head';
import { headOwner } from './head-owner';
import { headDuring } from './head-changes';
import { type HeadPlace, sealsIn } from './head-place';
import { HeadSession } from './head-session';
import { mayBeTaken } from './lock/lock-state';
import { isKept } from './kept-content';
import { userAtHost } from './machine';
import { purposeOf, type Operation } from './operation';
import type { ExtensionRecord, Owner, RecordSession, SessionOptions } from './record';
import { HeadConflict, readHead, replaceHead } from './store';
import { trustedFormerUids } from './trust';
import { noteOfFormer } from './trust/notes';

/** An answer of `keeps`. */
interface Kept {
  readonly head: StoredHead;
  readonly revision: ResolvedRevision;
  readonly answer: Promise<boolean>;
}

export class HeadRecord implements ExtensionRecord {
  private kept: Kept | undefined;

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
    const { untrusted: _untrusted, untrustedChoices: _choices, ...trusted } = content;
    return trusted;
  }

  /**
   * Is the content of the revision kept, sealed where this account can, and with it what the user chose for it? Asked once for a head: a
   * session that begins on it need not ask again whether it is.
   */
  async keeps(revision: ResolvedRevision): Promise<boolean> {
    const { current, kept, place } = this;
    if (current === undefined) return false;
    if (kept?.head === current && kept.revision === revision) return kept.answer;
    const answer = isKept(place, current, revision, sealsIn(place));
    this.kept = { head: current, revision, answer };
    return answer;
  }

  /**
   * Puts the label of the head back, in one write, where another client took it off. Left to the next write of the head: while another run
   * has it locked, or wrote it meanwhile. What fails is noted.
   */
  async repairLabel(): Promise<void> {
    const { current, extension, place: { cluster, onNote } } = this;
    if (current?.unlabelled !== true || !mayBeTaken(current, false)) return;
    const what = `The label ${LABEL_STATE}=head was missing from the state of extension "${extension}", `
      + 'so lists and keepers did not see it';
    try {
      this.current = await replaceHead(cluster, current, current.head);
      onNote?.(`${what}. The label was put back.`);
    } catch (error) {
      if (!(error instanceof HeadConflict)) onNote?.(`${what}. The label could not be put back: ${messageOf(error)}`);
    }
  }

  async begin(operation: Operation, options: SessionOptions): Promise<RecordSession> {
    const before = this.current;
    const { cluster, stateNamespace: namespace } = this.place;
    const { breakLock, onLost, onNote, signal } = options;
    const { extension, formerUids } = this;
    const wanted = { cluster, extension, namespace, purpose: purposeOf(operation), breakLock, onLost, onNote, signal };
    const { kept } = this;
    const lock = await ExtensionLock.take(wanted, before, (head) => headDuring(operation, head, new Date(), userAtHost()));
    const ended = (after: StoredHead | undefined): void => {
      this.current = after;
    };
    // The lock was taken of the very head that was asked about.
    const isKnownKept = async (revision: ResolvedRevision): Promise<boolean> => {
      return before !== undefined && kept?.head === before && kept.revision === revision && kept.answer.catch(() => false);
    };
    const given = { place: this.place, extension, namespace, formerUids, operation, before, isKnownKept, ended, onNote: options.onNote };
    return new HeadSession(given, lock);
  }
}
