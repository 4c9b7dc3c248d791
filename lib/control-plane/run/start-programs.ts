import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoxcutterError } from '../../errors';
import { makeFolders } from '../../make-folders';
import { writeWhole } from '../../write-whole';
import { apiServer, controllerManager, etcd, kwok, scheduler, schedulerConfiguration, sockets, type Component } from './components';
import { prepareCredentials, type Tokens, type UserName } from '../credentials';
import { writeKubeconfig } from '../kubeconfig';
import { launch, requireAlive } from './launch';
import { isReady } from '../local-client';
import { toolsFolder } from '../package-root';
import type { BinaryName } from '../programs/pins';
import type { ClusterPlaces } from '../places';
import type { Programs } from '../programs/programs';
import { writeState, type ClusterState, type ComponentProcess } from '../state';
import { stopProcesses } from './stop';

export interface StartOptions {
  readonly name: string;
  readonly places: ClusterPlaces;
  readonly programs: Programs;
  readonly wanted: readonly BinaryName[];
  readonly port: number;
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts the programs of a cluster and waits until the API server is ready. When that fails, or is interrupted, everything
 * started here is stopped again.
 *
 * @throws BoxcutterError `component-died`, `cluster-not-ready`, `interrupted`.
 */
export async function startPrograms(options: StartOptions): Promise<ClusterState> {
  const { name, places, programs, wanted, port } = options;
  options.onProgress?.(`starting the cluster "${name}"`);
  makeFolders(places.directory, 0o700);
  for (const socket of Object.values(sockets)) fs.rmSync(path.join(places.directory, socket), { force: true });
  const tokens = prepareCredentials(places);
  const missing = wanted.filter((program) => programs.paths[program] === undefined);
  const processes: ComponentProcess[] = [];
  const state = (): ClusterState => ({
    format: 1,
    phase: 'starting',
    port,
    version: '',
    programs: programs.folder,
    processes: [...processes],
    missing,
  });
  const start = async (component: Component): Promise<void> => {
    const program = programs.paths[component.name];
    if (program === undefined || !wanted.includes(component.name)) return;
    processes.push(await launch(component, program, places));
    writeState(places, state());
  };
  const until = (condition: () => boolean | Promise<boolean>, what: string): Promise<void> => waitFor(condition, what, processes, options);
  try {
    await start(etcd());
    await start(apiServer(places, port, path.join(toolsFolder(), 'audit-policy.yaml')));
    await until(() => isCompleteCertificate(places), 'The API server made no serving certificate');
    const kubeconfigOf = writeKubeconfigs(options, tokens);
    const schedulerConfig = path.join(places.directory, 'scheduler.json');
    writeWhole(schedulerConfig, schedulerConfiguration(kubeconfigOf('system:kube-scheduler')));
    const client = { port, token: tokens.admin, authority: fs.readFileSync(places.servingCertificate, 'utf8') };
    await until(() => isReady(client), 'The API server did not become ready');
    await start(controllerManager(places, kubeconfigOf('system:kube-controller-manager')));
    await start(scheduler(schedulerConfig));
    await start(kwok(kubeconfigOf('kwok'), toolsFolder()));
    return state();
  } catch (error) {
    await stopProcesses(processes);
    throw error;
  }
}

/** The API server writes the certificate in one go, but a reader may come in between: it holds two blocks, its own and its authority's. */
function isCompleteCertificate(places: ClusterPlaces): boolean {
  if (!fs.existsSync(places.servingCertificate)) return false;
  return fs.readFileSync(places.servingCertificate, 'utf8').split('-----END CERTIFICATE-----').length === 3;
}

/**
 * One kubeconfig for people, in the cluster's folder, and one for each component beside the certificates. Answers the path of the latter.
 */
function writeKubeconfigs(options: StartOptions, tokens: Tokens): (user: UserName) => string {
  const { name, places, port } = options;
  const access = { name, server: `https://127.0.0.1:${port}`, authority: fs.readFileSync(places.servingCertificate, 'utf8') };
  writeKubeconfig(places.kubeconfig, { ...access, tokens: { admin: tokens.admin, restricted: tokens.restricted } });
  return (user) => {
    const file = path.join(places.certificates, `${user.replace('system:', '')}.kubeconfig`);
    writeKubeconfig(file, { ...access, tokens: { [user]: tokens[user] } });
    return file;
  };
}

/** Looks every 50 ms whether a condition holds, and whether all processes are still there. */
async function waitFor(
  condition: () => boolean | Promise<boolean>,
  what: string,
  processes: readonly ComponentProcess[],
  options: StartOptions,
): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await condition())) {
    requireAlive(processes, options.places);
    if (options.signal?.aborted) {
      throw new BoxcutterError(
        'interrupted', 'interrupted',
        `Interrupted while starting the cluster "${options.name}"; what was started is stopped.`,
      );
    }
    if (performance.now() > deadline) {
      throw new BoxcutterError('cluster-not-ready', 'incomplete', `${what} in 60 s.`, { hint: `See the logs in ${options.places.logs}.` });
    }
    await sleep(50);
  }
}
