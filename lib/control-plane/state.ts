import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeFolders } from '../make-folders';
import { writeWhole } from '../write-whole';
import type { BinaryName } from './programs/pins';
import type { ClusterPlaces } from './places';
import { isAlive, type KnownProcess } from './run/processes';

export interface ComponentProcess extends KnownProcess {
  readonly name: BinaryName;
}

/** What a cluster leaves on disk for the next command. Written after every start of a program, so that a crash in between loses none. */
export interface ClusterState {
  readonly format: 1;
  /** `starting` until everything was up once. */
  readonly phase: 'starting' | 'running';
  readonly port: number;
  /** Version of the API server; empty while it starts. */
  readonly version: string;
  readonly programs: string;
  readonly processes: readonly ComponentProcess[];
  readonly missing: readonly BinaryName[];
}

/** The state a former command left; undefined when there is none, or none that can be understood. */
export function readState(places: ClusterPlaces): ClusterState | undefined {
  try {
    const state = JSON.parse(fs.readFileSync(places.state, 'utf8')) as ClusterState;
    return state.format === 1 && Array.isArray(state.processes) ? state : undefined;
  } catch {
    return undefined;
  }
}

export function writeState(places: ClusterPlaces, state: ClusterState): void {
  makeFolders(path.dirname(places.state), 0o700);
  writeWhole(places.state, `${JSON.stringify(state, null, 2)}\n`, 0o600);
}

/** The processes of a state that still are the ones it speaks of. */
export function livingProcesses(state: ClusterState | undefined): readonly ComponentProcess[] {
  return (state?.processes ?? []).filter(isAlive);
}
