/** What a run is given. */
import type { KubeObject } from '../../api';
import type { ProbeVerdict } from '../../probes';
import type { Diagnosis, State, Task } from '../core';
import type { OwnerContext } from '../ownership';
import type { Cluster } from '../ports';
import type { Fence } from './delay-queue';
import type { DeleteGuard } from './gate';

export interface RunOptions {
  readonly cluster: Cluster;
  readonly task: Task;
  /** Desired objects with our mark, by key (see `buildRollout`). */
  readonly desired: ReadonlyMap<string, KubeObject>;
  readonly context: OwnerContext;
  readonly probe: (object: KubeObject) => ProbeVerdict;
  /** Labels that a released object loses. */
  readonly labels: readonly string[];
  /**
   * Do we still hold the extension? Asked before every batch that deletes or lets go (`delete`), and before each create and update
   * (`write`), where an older proof will do: answer that one without a request while nothing speaks against it. "No" ends the run with
   * the message; a rejection means that it could not be asked, and it is asked again until the run ends.
   * @default always
   */
  readonly fence?: Fence;
  /** A last look before an object goes. @default none */
  readonly beforeDelete?: DeleteGuard;
  /** Called once, after the preflight and before the first write. A rejection ends the run with nothing written. @default nothing */
  readonly commit?: () => Promise<void>;
  /** Objects as live reads have just shown them (metadata is enough for objects that have to go): they need no stream to be known. */
  readonly seen?: readonly KubeObject[];
  /** Called with every accepted dry run: the object as it is and as the write would make it. Content of Secrets is in it. */
  readonly onDryRun?: (comparison: Comparison) => void;
  /** Objects, by key, that `onDryRun` is called for; the content of others is not kept for it. @default all */
  readonly compares?: (key: string) => boolean;
  /** Looks behind the objects that are waited for. @default none */
  readonly diagnostician?: Diagnostician;
  /** Called after every step. */
  readonly onProgress?: (state: State) => void;
  /**
   * Ends the run in an orderly way: nothing new is sent, what is under way is awaited. What the run has deleted in order to replace it, it
   * creates first, if it can within 30 s. Its `reason` is reported.
   */
  readonly signal?: AbortSignal;
  /** Another run has the extension now: the same, but nothing is created any more. */
  readonly lost?: AbortSignal;
}

/** Looks behind objects that are waited for, while the run goes on: an object says of itself only that it is not ready. */
export interface Diagnostician {
  /** Called once, before the first request; each diagnosis replaces the last one of that object, and none at all takes it back. */
  start(tell: (key: string, diagnosis: Diagnosis | undefined) => void): void;
  /** Called after every step. */
  show(state: State): void;
  /** The run is over. */
  end(): void;
}

/** What a write would change. */
export interface Comparison {
  readonly key: string;
  /** Absent: it does not exist. */
  readonly live?: KubeObject;
  /** What the server would store. */
  readonly wouldBe: KubeObject;
}
