import { counted } from '../counted';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoxcutterError } from '../errors';
import { administratorOf } from './administrator';
import { startOrder } from './run/components';
import { furnish, isFurnished } from './furnish';
import { describeCluster, type ClusterInfo } from './info';
import { requireAlive } from './run/launch';
import { isReady, serverVersion, type LocalClient } from './local-client';
import { withLock } from './lock';
import { indispensable, type BinaryName } from './programs/pins';
import { clusterPlaces, clustersFolder, type ClusterPlaces } from './places';
import { choosePort } from './run/ports';
import type { KnownProcess } from './run/processes';
import { providePrograms, type Programs } from './programs/programs';
import type { ProgressListener } from './programs/progress';
import { startPrograms } from './run/start-programs';
import { livingProcesses, readState, writeState, type ClusterState } from './state';
import { stopProcesses } from './run/stop';
import { registerUser } from './users';

export interface UpOptions extends ProgressListener {
  /** Default `default`. Clusters of different names run side by side. */
  readonly name?: string;
  /** Folder that holds clusters, one folder each; default `clusters` in the user's cache. */
  readonly directory?: string;
  /** Port of the API server on 127.0.0.1; default: the one this cluster had, else a free one. */
  readonly port?: number;
  /** Number of simulated nodes, default 1. */
  readonly nodes?: number;
  /** Run the controller manager; default true. Without it nothing is garbage-collected and namespaces are never gone. */
  readonly withController?: boolean;
  /** Run scheduler and KWOK, so that pods run; default true. Needs the controller manager. */
  readonly withWorkloads?: boolean;
  /** Goes with this process: see `leaveCluster`, which the caller sees to. Default: the cluster stays. */
  readonly user?: KnownProcess;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings a cluster up, or finds it up: one that is healthy and has what is asked for is used as it is. What a crash left
 * over is stopped first, and the cluster started anew on its data. The programs go on when the calling process ends.
 * Two calls for one name at once give one cluster.
 *
 * @throws BoxcutterError `cluster-name-invalid`, `port-taken`, `component-died`, `cluster-not-ready`, `interrupted`, and what
 *   `providePrograms` throws.
 */
export async function up(options: UpOptions = {}): Promise<ClusterInfo> {
  const name = options.name ?? 'default';
  const places = clusterPlaces(name, options.directory ?? clustersFolder());
  const onWait = (holder: number): void => {
    options.onProgress?.(`waiting for process ${holder}, which starts or stops the cluster "${name}"`);
  };
  return withLock(places.lock, { onWait, signal: options.signal }, async () => {
    const wanted = wantedPrograms(options);
    const found = readState(places);
    if (found && (await isUsable(found, wanted, options, places))) {
      registerUser(places, options.user, 'running');
      return settle(name, places, found, options);
    }
    const leftovers = livingProcesses(found);
    if (leftovers.length > 0) {
      const old = counted(leftovers.length, 'process', 'processes');
      options.onProgress?.(`stopping ${old} of an earlier start, which cannot be used any more`);
    }
    await stopProcesses(leftovers);
    registerUser(places, options.user, found === undefined ? 'nothing' : 'stopped');
    const programs = await providePrograms({ onProgress: options.onProgress, onStatus: options.onStatus, signal: options.signal });
    const started = await startOnFreePort(name, places, programs, wanted, options, found?.port);
    try {
      return await settle(name, places, started, options);
    } catch (error) {
      await stopProcesses(started.processes);
      throw error;
    }
  });
}

function wantedPrograms(options: UpOptions): readonly BinaryName[] {
  const workloads = options.withWorkloads ?? options.withController ?? true;
  const controller = workloads || (options.withController ?? true);
  return startOrder.filter((name) => indispensable.includes(name) || (name === 'kube-controller-manager' ? controller : workloads));
}

async function isUsable(state: ClusterState, wanted: readonly BinaryName[], options: UpOptions, places: ClusterPlaces): Promise<boolean> {
  if (state.phase !== 'running' || livingProcesses(state).length !== state.processes.length) return false;
  if (options.port !== undefined && options.port !== state.port) return false;
  if (!wanted.every((name) => state.processes.some((one) => one.name === name) || state.missing.includes(name))) return false;
  const client = administratorOf(state.port, places);
  return client !== undefined && isReady(client);
}

/** Another program may take a free port before the API server does; then the next one is tried. */
async function startOnFreePort(
  name: string,
  places: ClusterPlaces,
  programs: Programs,
  wanted: readonly BinaryName[],
  options: UpOptions,
  former: number | undefined,
): Promise<ClusterState> {
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(options.port, attempt === 1 ? former : undefined);
    try {
      return await startPrograms({ name, places, programs, wanted, port, onProgress: options.onProgress, signal: options.signal });
    } catch (error) {
      if (attempt === 3 || !(error instanceof BoxcutterError) || error.details['addressInUse'] !== true) throw error;
    }
  }
}

/** Last step of every way up: nodes and storage are there, pods can be scheduled, and the state says so. */
async function settle(name: string, places: ClusterPlaces, state: ClusterState, options: UpOptions): Promise<ClusterInfo> {
  const client = administratorOf(state.port, places);
  if (client === undefined) {
    throw new BoxcutterError('cluster-files-missing', 'server', `Files of the cluster "${name}" in ${places.directory} were removed.`);
  }
  const processes = new Set(state.processes.map((one) => one.name));
  const running: ClusterState = { ...state, phase: 'running', version: state.version || (await serverVersion(client)) };
  if (startOrder.every((program) => processes.has(program))) await furnishAndWait(name, places, running, client, options);
  writeState(places, running);
  return describeCluster(name, places, running);
}

async function furnishAndWait(
  name: string, places: ClusterPlaces, state: ClusterState, client: LocalClient, options: UpOptions,
): Promise<void> {
  const furniture = { nodes: options.nodes ?? 1, version: state.version };
  await furnish(client, furniture);
  const deadline = performance.now() + 30_000;
  while (!(await isFurnished(client, furniture))) {
    requireAlive(state.processes, places);
    if (options.signal?.aborted) {
      throw new BoxcutterError('interrupted', 'interrupted', `Interrupted while the nodes of the cluster "${name}" were starting.`);
    }
    if (performance.now() > deadline) {
      throw new BoxcutterError('cluster-not-ready', 'incomplete', `The nodes of the cluster "${name}" did not become ready in 30 s.`, {
        hint: `See the logs in ${places.logs}.`,
      });
    }
    await sleep(50);
  }
}
