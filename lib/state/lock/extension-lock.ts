/**
 * The lock of an extension while a run has it: taken, renewed, proven before each write, given back.
 */
import { randomUUID } from 'node:crypto';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { Head, StoredHead } from '../head';
import { clocks, elapsedMs, type Clocks } from './elapsed';
import { newLock } from './lock';
import { RENEW_SECONDS } from './lock-state';
import { userName } from '../machine';
import type { FenceAnswer } from '../record';
import { createHead, deleteHead, HeadConflict, readHead, replaceHead } from '../store';
import { takeable, type TakeOptions } from './takeable';

export interface LockOptions extends TakeOptions {
  readonly namespace: string;
  /** `apply`, `delete`: shown to other runs that find it locked. */
  readonly purpose: string;
  /** Called when another run has taken the lock, or deleted the extension. */
  readonly onLost: (message: string) => void;
}

/**
 * How old the proof that we hold the extension may be. Before something goes it is asked anew: what the next holder left as it is
 * carries no newer version. Before something is written, two missed renewals are a doubt: a run that was stopped for longer must not
 * make again what the next holder has deleted.
 */
const FENCE_MS = { delete: 1000, write: 2 * RENEW_SECONDS * 1000 } as const;

/** A creation whose answer was lost is waited for once more after the head is deleted: as long as before, and no longer than this. */
const LATE_MS = 2000;

/** Sleeping through its own question makes the answer worthless; then it is put again, three times at most. */
const FENCE_TRIES = 3;

export class ExtensionLock {
  private timer: NodeJS.Timeout | undefined;
  /** Writes of the head, one after the other. */
  private chain: Promise<unknown> = Promise.resolve();
  private released = false;
  /**
   * When a live read was begun that showed our lock. It says nothing of later: while renewals fail, another run may take the lock right
   * after it.
   */
  private seenAt: Clocks | undefined;
  /** A live read under way for the fence: one for all who ask at the same moment. */
  private looking: { readonly asked: Clocks; readonly live: Promise<StoredHead | undefined> } | undefined;

  private constructor(
    private readonly options: LockOptions,
    private current: StoredHead,
    /** When our last write of the head was begun: the server took it only because our lock was there, and it renewed that. */
    private writtenAt: Clocks,
    /** How long an answer to the creation of the head was waited for in vain, where it was sent again. It may still arrive. */
    private readonly doubtMs?: number,
  ) {}

  /**
   * Takes the lock and makes the given change to the head in the same write. `change` gets the head as it is, or a new one.
   * @throws BoxcutterError category `locked`, when another run holds it.
   */
  static async take(given: LockOptions, known: StoredHead | undefined, change: (head: Head) => Head): Promise<ExtensionLock> {
    // Renewals and proofs must not queue behind the objects of a large package: a lock that is renewed late is lost.
    const options = { ...given, cluster: given.cluster.lane?.('lock', { urgent: true }) ?? given.cluster };
    const { cluster, extension, namespace, purpose } = options;
    if (known === undefined) {
      const asked = clocks();
      const lock = newLock(purpose, userName(), randomUUID(), new Date());
      const head: Head = { ...change({ extension, revisions: [], inventory: [] }), lock };
      let doubtMs: number | undefined;
      const stored = await createHead(cluster, head, namespace, (waitedMs) => { doubtMs = waitedMs; });
      return new ExtensionLock(options, stored, asked, doubtMs).begin();
    }
    const free = await takeable(options, known);
    const asked = clocks();
    const lock = newLock(purpose, userName(), randomUUID(), new Date());
    return new ExtensionLock(options, await replaceHead(cluster, free, { ...change(free.head), lock }), asked).begin();
  }

  get stored(): StoredHead {
    return this.current;
  }

  private begin(): this {
    this.timer = setInterval(() => void this.renew(), RENEW_SECONDS * 1000);
    this.timer.unref();
    return this;
  }

  private async renew(): Promise<void> {
    try {
      await this.update((head) => head);
    } catch (error) {
      // The API server may be away for a while; only a lock in other hands ends the run.
      if (error instanceof HeadConflict) this.options.onLost(error.message);
    }
  }

  /** Changes the head while holding it. */
  update(change: (head: Head) => Head): Promise<void> {
    const write = this.chain.then(async () => {
      if (this.released) return;
      const { lock } = this.current.head;
      const next = { ...change(this.current.head), ...defined({ lock: lock && { ...lock, renewed: new Date().toISOString() } }) };
      await this.insist((stored) => replaceHead(this.options.cluster, stored, next));
    });
    this.chain = write.catch(() => undefined);
    return write;
  }

  /**
   * Do we still hold it? A live read, unless the last proof is young enough for what is to be done: a write of the head, or for a second a
   * read. A lock can only be taken after a minute of silence, so a process that slept through that finds its last proof too old.
   * @throws BoxcutterError when that could not be asked
   */
  async fence(before: 'write' | 'delete' = 'delete'): Promise<FenceAnswer> {
    const isProven =
      elapsedMs(this.writtenAt) < FENCE_MS[before] || (this.seenAt !== undefined && elapsedMs(this.seenAt) < FENCE_MS.delete);
    if (isProven) return { held: true, message: '' };
    for (let attempt = 1; attempt <= FENCE_TRIES; attempt += 1) {
      const { asked, live } = this.look();
      const found = await live;
      if (found === undefined || !this.isOurs(found)) return { held: false, message: this.lossOf(found) };
      this.seenAt = asked;
      if (elapsedMs(asked) < FENCE_MS.write) return { held: true, message: '' };
    }
    throw new BoxcutterError(
      'state-unreachable',
      'server',
      'The API server takes too long to say whether this run still holds the extension.',
    );
  }

  private look(): NonNullable<ExtensionLock['looking']> {
    if (this.looking !== undefined && elapsedMs(this.looking.asked) < FENCE_MS.delete) return this.looking;
    const { cluster, extension, namespace } = this.options;
    const looking = { asked: clocks(), live: readHead(cluster, extension, namespace) };
    const done = (): void => {
      if (this.looking === looking) this.looking = undefined;
    };
    looking.live.then(done, done);
    this.looking = looking;
    return looking;
  }

  private lossOf(live: StoredHead | undefined): string {
    const { extension } = this.options;
    if (live === undefined) return `extension "${extension}" was deleted by another run`;
    const holder = live.head.lock?.holder;
    return holder === undefined
      ? `the lock of extension "${extension}" was taken from this run`
      : `${holder} holds the lock of extension "${extension}" now`;
  }

  /** Last write: the change, and no lock any more. */
  async release(change: (head: Head) => Head): Promise<void> {
    await this.end(async () => {
      const { lock: _lock, ...head } = change(this.current.head);
      await this.insist((stored) => replaceHead(this.options.cluster, stored, head));
    });
  }

  /** The extension is gone: the head goes, and with it the content of its revisions. */
  async remove(): Promise<void> {
    await this.end(() => this.insist((stored) => deleteHead(this.options.cluster, stored)));
    if (this.doubtMs !== undefined) await this.removeLate(Math.min(this.doubtMs, LATE_MS));
  }

  /** A creation that was given up for lost may arrive after the deletion: then a head with our lock is there, and no run behind it. */
  private async removeLate(pauseMs: number): Promise<void> {
    const { cluster, extension, namespace } = this.options;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      const live = await readHead(cluster, extension, namespace);
      if (live !== undefined && live.head.lock?.id === this.current.head.lock?.id) await deleteHead(cluster, live);
    } catch {
      // What was to be done is done; the next run takes over what a late creation leaves.
    }
  }

  /**
   * One write of the head. Another client may touch it, too (a label, a backup's annotation): while the lock in
   * it is ours, the write is done again on top of that.
   */
  private async insist(write: (stored: StoredHead) => Promise<StoredHead | void>): Promise<void> {
    const { cluster, extension, namespace } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const asked = clocks();
        this.current = (await write(this.current)) ?? this.current;
        this.writtenAt = asked;
        return;
      } catch (error) {
        if (!(error instanceof HeadConflict) || attempt === 5) throw error;
        const live = await readHead(cluster, extension, namespace);
        if (live === undefined || !this.isOurs(live)) throw error;
        this.current = live;
      }
    }
  }

  private isOurs(live: StoredHead): boolean {
    return live.uid === this.current.uid && live.head.lock?.id === this.current.head.lock?.id;
  }

  private async end(last: () => Promise<void>): Promise<void> {
    clearInterval(this.timer);
    await this.chain;
    this.released = true;
    await last();
  }
}
