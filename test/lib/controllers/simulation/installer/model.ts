/** What a world of the installer is, and what happens in it: for the simulation, and for the rules that hold there. */
import type { KubeObject } from '../../../../../lib/api';
import type { Change, Request, Server } from '../api-server';
import type { Cache, Moment } from '../turn';
import { EXTENSION } from './objects';

export interface Replica {
  /** `late`: it is gone, and what it had sent may still arrive. `unaware`: another one leads, and no fence stops it. */
  readonly life: 'leading' | 'unaware' | 'late' | 'gone';
  readonly cache: Cache;
  /** What its streams will show, by kind. */
  readonly streams: Readonly<Record<string, readonly Change[]>>;
  readonly due: boolean;
  /** Of the turn under way; empty: there is none. */
  readonly moments: readonly Moment[];
  readonly pending?: Request;
}

export interface World {
  readonly server: Server;
  readonly catalog: number;
  readonly replicas: readonly Replica[];
  /** How many acts are done. */
  readonly acts: number;
  readonly faults: number;
  /** What the extension was to be, in order. */
  readonly wishes: readonly string[];
  /** Which of these the revisions so far answer: the index of the last. */
  readonly answered: number;
  /** Versions of which somebody has approved the upgrade. */
  readonly approved: readonly string[];
}

export interface Transition {
  readonly world: World;
  readonly label: string;
  readonly isFault: boolean;
  /** A request that was done. */
  readonly done?: Request;
}

export function extensionOf({ server }: World): KubeObject | undefined {
  return server.objects.get(`ClusterExtension/${EXTENSION}`);
}
