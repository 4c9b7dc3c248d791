import * as path from 'node:path';
import { BoxcutterError } from '../errors';
import { cacheOf } from '../home';

/** Environment of a process, as far as this folder reads it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's cache: `$BOXCUTTER_CACHE`, else `$XDG_CACHE_HOME/boxcutter`, else `~/.cache/boxcutter`. */
export function cacheFolder(env: Environment = process.env): string {
  return path.resolve(cacheOf(env));
}

/** Where the programs are kept, one folder a set of versions. */
export function programsFolder(env: Environment = process.env): string {
  return path.join(cacheFolder(env), 'control-plane');
}

/** Where clusters are kept unless a caller says otherwise. */
export function clustersFolder(env: Environment = process.env): string {
  return path.join(cacheFolder(env), 'clusters');
}

/** The files of one cluster. Everything but the lock lies in `directory`. */
export interface ClusterPlaces {
  readonly directory: string;
  readonly lock: string;
  readonly state: string;
  readonly users: string;
  readonly kubeconfig: string;
  readonly auditLog: string;
  readonly certificates: string;
  readonly servingCertificate: string;
  readonly tokens: string;
  readonly logs: string;
}

/** @throws BoxcutterError `cluster-name-invalid` for a name that is not a lower-case DNS label. */
export function clusterPlaces(name: string, clusters: string = clustersFolder()): ClusterPlaces {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) {
    throw new BoxcutterError('cluster-name-invalid', 'input', `"${name}" cannot be the name of a cluster.`, {
      hint: 'Use at most 63 lower-case letters, digits and dashes, with a letter or digit at both ends.',
    });
  }
  const directory = path.join(path.resolve(clusters), name);
  const certificates = path.join(directory, 'certificates');
  return {
    directory,
    lock: `${directory}.lock`,
    state: path.join(directory, 'state.json'),
    users: path.join(directory, 'users.json'),
    kubeconfig: path.join(directory, 'kubeconfig'),
    auditLog: path.join(directory, 'audit.log'),
    certificates,
    servingCertificate: path.join(certificates, 'apiserver.crt'),
    tokens: path.join(directory, 'tokens.csv'),
    logs: path.join(directory, 'logs'),
  };
}
