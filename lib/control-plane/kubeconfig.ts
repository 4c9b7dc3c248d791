import { writeWhole } from '../write-whole';
import type { UserName } from './credentials';

export interface Access {
  /** Name of the cluster; contexts are `boxcutter-<name>` and `boxcutter-<name>-<user>`. */
  readonly name: string;
  /** https://127.0.0.1:PORT */
  readonly server: string;
  /** PEM of the serving certificate and of the authority that signed it. */
  readonly authority: string;
  /** Users with their tokens; the first is the user of the current context. */
  readonly tokens: Readonly<Partial<Record<UserName, string>>>;
}

/** Writes a kubeconfig that needs no other file, readable by its owner only. It is JSON, which is YAML, so that quoting is no question. */
export function writeKubeconfig(file: string, access: Access): void {
  const cluster = `boxcutter-${access.name}`;
  const entries = Object.entries(access.tokens).map(([user, token], index) => ({
    user,
    token,
    name: index === 0 ? cluster : `${cluster}-${user}`,
  }));
  const document = {
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{
      name: cluster,
      cluster: { 'server': access.server, 'certificate-authority-data': Buffer.from(access.authority).toString('base64') },
    }],
    'users': entries.map(({ name, token }) => ({ name, user: { token } })),
    'contexts': entries.map(({ name }) => ({ name, context: { cluster, user: name } })),
    'current-context': cluster,
  };
  writeWhole(file, `${JSON.stringify(document, null, 2)}\n`, 0o600);
}
