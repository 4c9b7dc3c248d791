import * as fs from 'node:fs';
import { administratorOf } from './administrator';
import { describeCluster, type ClusterInfo } from './info';
import { isReady } from './local-client';
import { clusterPlaces, clustersFolder, type ClusterPlaces } from './places';
import { isAlive, residentMemory } from './run/processes';
import { readState } from './state';

export interface ProcessStatus {
  readonly name: string;
  readonly pid: number;
  readonly alive: boolean;
  /** Resident memory in bytes; absent when it is not alive, or the system does not say. */
  readonly memory?: number;
}

export interface ClusterStatus {
  readonly name: string;
  /**
   * `running`: every program is alive and the API server is ready. `degraded`: some are. `stopped`: none is, the data is
   * there. `absent`: no such cluster.
   */
  readonly state: 'running' | 'degraded' | 'stopped' | 'absent';
  /** What a client needs; absent when the cluster was never up. */
  readonly info?: ClusterInfo;
  readonly processes: readonly ProcessStatus[];
  /** Sentences about what is not as it should be. */
  readonly problems: readonly string[];
}

export interface StatusOptions {
  /** Folder that holds clusters; default `clusters` in the user's cache. */
  readonly directory?: string;
}

/** Looks at a cluster without changing anything or waiting for other commands. */
export async function status(name: string = 'default', options: StatusOptions = {}): Promise<ClusterStatus> {
  const places = clusterPlaces(name, options.directory ?? clustersFolder());
  const state = readState(places);
  if (state === undefined) return { name, state: fs.existsSync(places.directory) ? 'stopped' : 'absent', processes: [], problems: [] };
  const processes = state.processes.map((one): ProcessStatus => {
    const alive = isAlive(one);
    const memory = alive ? residentMemory(one.pid) : undefined;
    return { name: one.name, pid: one.pid, alive, ...(memory !== undefined && { memory }) };
  });
  const dead = processes.filter((one) => !one.alive);
  const info = describeCluster(name, places, state);
  if (dead.length === processes.length) return { name, state: 'stopped', info, processes, problems: [] };
  const ready = await isApiReady(state.port, places);
  const problems = [
    ...dead.map((one) => `${one.name} (process ${one.pid}) is gone; "cluster up" starts the cluster again with its data.`),
    ...(ready ? [] : ['The API server does not answer that it is ready.']),
    ...(state.phase === 'starting' ? ['The cluster is starting, or its start was interrupted.'] : []),
    ...state.missing.map((missing) => `${missing} is not among the programs in ${state.programs}, so ${consequence(missing)}.`),
  ];
  return { name, state: dead.length === 0 && ready && state.phase === 'running' ? 'running' : 'degraded', info, processes, problems };
}

/** The status of every cluster there is, by name. */
export async function list(options: StatusOptions = {}): Promise<ClusterStatus[]> {
  const folder = options.directory ?? clustersFolder();
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  return Promise.all(names.map((name) => status(name, options)));
}

async function isApiReady(port: number, places: ClusterPlaces): Promise<boolean> {
  const client = administratorOf(port, places);
  return client !== undefined && isReady(client);
}

function consequence(missing: string): string {
  if (missing === 'kube-controller-manager') return 'Deployments make no pods, and deleted namespaces and dependents stay';
  if (missing === 'kube-scheduler') return 'pods stay pending';
  return 'pods are never ready';
}
