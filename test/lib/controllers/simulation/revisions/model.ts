/** What a world of revisions is, and what happens in it: for the simulation, and for the rules that hold there. */
import type { Change, Request, Server } from '../api-server';
import type { Following } from '../explore';
import type { Cache, Moment } from '../turn';
import type { Memory } from './revision-turn';

export interface Process {
  readonly cache: Cache;
  readonly stream: readonly Change[];
  /** Names of revisions. */
  readonly due: readonly string[];
  readonly memory: Memory;
  /** The turn under way. */
  readonly turn?: { readonly name: string; readonly memory: Memory; readonly moments: readonly Moment[]; readonly pending: Request };
}

export interface World {
  readonly server: Server;
  readonly process: Process;
  readonly acts: number;
  readonly faults: number;
}

export interface Next extends Following<World> {
  /** A request that was done. */
  readonly done?: Request;
}
