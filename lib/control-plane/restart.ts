import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoxcutterError } from '../errors';
import { administratorOf } from './administrator';
import { isReady } from './local-client';
import { withLock } from './lock';
import { toolsFolder } from './package-root';
import { clusterPlaces, clustersFolder, type ClusterPlaces } from './places';
import { providePrograms } from './programs/programs';
import { apiServer, etcd, sockets, type Component } from './run/components';
import { launch, requireAlive } from './run/launch';
import { terminate } from './run/processes';
import { livingProcesses, readState, writeState } from './state';

/** A program that others depend on: what they do while it is away is worth a test. */
export type RestartableProgram = 'etcd' | 'kube-apiserver';

const READY_MS = 60_000;

/**
 * Starts one program of a running cluster again on its data, whether it is alive, was killed, or died. The other programs go on, as where
 * each has its own supervisor. Waits until the API server is ready.
 * @param directory folder that holds clusters; default `clusters` in the user's cache
 * @throws BoxcutterError `component-died`, `cluster-not-ready`
 */
export async function restart(name: string, program: RestartableProgram, directory: string = clustersFolder()): Promise<void> {
  const places = clusterPlaces(name, directory);
  await withLock(places.lock, {}, async () => {
    const state = readState(places);
    const { paths } = await providePrograms();
    const executable = paths[program];
    const client = state && administratorOf(state.port, places);
    if (state === undefined || client === undefined || executable === undefined) {
      throw new BoxcutterError(
        'cluster-not-ready', 'incomplete',
        `The cluster "${name}" is not up, so ${program} cannot be started again.`,
      );
    }
    for (const one of livingProcesses(state)) if (one.name === program) await terminate(one, 0);
    const started = await launch(componentOf(program, places, state.port), executable, places);
    writeState(places, { ...state, processes: state.processes.map((one) => (one.name === program ? started : one)) });
    const deadline = performance.now() + READY_MS;
    while (!(await isReady(client))) {
      requireAlive([started], places);
      if (performance.now() > deadline) {
        throw new BoxcutterError('cluster-not-ready', 'incomplete', `The API server did not become ready in ${READY_MS / 1000} s.`, {
          hint: `See the logs in ${places.logs}.`,
        });
      }
      await sleep(50);
    }
  });
}

function componentOf(program: RestartableProgram, places: ClusterPlaces, port: number): Component {
  if (program === 'kube-apiserver') return apiServer(places, port, path.join(toolsFolder(), 'audit-policy.yaml'));
  for (const socket of Object.values(sockets)) fs.rmSync(path.join(places.directory, socket), { force: true });
  return etcd();
}
