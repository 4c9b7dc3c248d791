/**
 * What a run needs of the place where an extension is kept between runs. The command keeps it in a head Secret (`HeadRecord`); a controller
 * keeps it in an object of its own, with or without a lock, with the inventory in its status or nowhere.
 */
import type { KubeObject, ResolvedRevision } from '../api';
import type { InventoryEntry, OwnerContext } from '../engine';
import type { Operation } from './operation';

/** In whose name a run manages objects, and how its streams find them. */
export interface Owner {
  readonly context: OwnerContext;
  /** Keys of labels that an object loses when it is let go. */
  readonly labels: readonly string[];
  /** Label selector of the streams: `key=value`. */
  readonly selector: string;
}

/** Whether the run may still write. */
export interface FenceAnswer {
  readonly held: boolean;
  /** Why not: which run has the extension now. */
  readonly message: string;
}

export interface SessionOptions {
  /** Break an expired lock. */
  readonly breakLock: boolean;
  /** Called when another run has the extension now, or has deleted it: this run must end. */
  readonly onLost: (message: string) => void;
  /** Ends what `begin` may have to wait for. */
  readonly signal?: AbortSignal | undefined;
  /** Called for what is worth saying and no error. */
  readonly onNote?: ((note: string) => void) | undefined;
}

/** How a run ended. */
export interface RunEnding {
  /** What it says of the objects that it was about: all that are or may be there. */
  readonly inventory: readonly InventoryEntry[];
  /** Everything is as desired and ready; or what had to go is gone, or surely going. */
  readonly complete: boolean;
  /** It ended before its first write. */
  readonly untouched: boolean;
}

/** The record of one extension, as it was when it was read. */
export interface ExtensionRecord {
  readonly extension: string;
  /** Of a run that writes nothing. One that writes asks its session: an owner may get its uid only then. */
  readonly owner: Owner;
  /** Objects that may exist. */
  readonly inventory: readonly InventoryEntry[];
  /** Is this live object (metadata is enough) a part of the record itself? */
  isState(object: KubeObject): boolean;
  /** The content of a revision; undefined: it is not kept. A record that is asked often may keep it in memory. */
  content(number: number): Promise<ResolvedRevision | undefined>;
  /**
   * Begins a run: takes the lock, if there is one, and puts down what the operation is about to do (see `inventoryDuring`).
   * @throws BoxcutterError category `locked` when another run has the extension
   */
  begin(operation: Operation, options: SessionOptions): Promise<RecordSession>;
}

/** A run that has begun. It ends with `conclude` or `letGo`. */
export interface RecordSession {
  readonly owner: Owner;
  /** May the run still write? See `RunOptions.fence`. @throws BoxcutterError when that could not be asked */
  fence(before: 'write' | 'delete'): Promise<FenceAnswer>;
  /** Called once, before the first write of an apply or a rollback: keeps the content. @throws BoxcutterError: nothing is written then */
  commit(): Promise<void>;
  /** Puts the outcome on record (see `inventoryAfter`) and gives the lock back. @throws BoxcutterError when that failed */
  conclude(ending: RunEnding): Promise<void>;
  /** Gives the lock back after an error. Where nothing was written, the record is as it was before the run. @throws BoxcutterError */
  letGo(): Promise<void>;
}
