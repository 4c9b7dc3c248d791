/** ConfigMaps and Secrets that a source names. */
import type { KubeObject, ObjectRef } from '../../../api';
import type { Answer } from '../../../engine/ports';
import { BoxcutterError } from '../../../errors';
import type { GitCredentials } from '../../../git';
import { type CredentialSource, pullSecretCredentials } from '../../../image';
import { wordsOfAnswer } from '../../process';
import type { BundleSource } from '../model';
import { ANNOTATION_HOST } from '../names';

export interface ClusterReader {
  get(ref: ObjectRef): Promise<Answer>;
}

interface Place {
  readonly cluster: ClusterReader;
  readonly namespace: string;
}

type Auth = NonNullable<NonNullable<BundleSource['git']>['auth']>;

/** @throws BoxcutterError `bundle-source-missing` (incomplete) */
export function configMap(name: string, place: Place): Promise<KubeObject> {
  return named('ConfigMap', name, place);
}

/**
 * Of a Secret with `username` and `password`; without a user, the password may be a token. Whoever writes Bundles names both the Secret and
 * the server, so the Secret says which servers it is for.
 *
 * @param address of the server that is asked with them
 */
export async function credentialsOf(auth: Auth | undefined, address: string, place: Place): Promise<GitCredentials | undefined> {
  const name = auth?.secret?.name;
  // What is no address is refused by who would ask there.
  if (name === undefined || !URL.canParse(address)) return undefined;
  const secret = await named('Secret', name, place) as KubeObject & { readonly data?: Readonly<Record<string, string>> };
  refuseForeign(secret, new URL(address).host, place);
  const { data = {} } = secret;
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString('utf8');
  if (text('password') === '') {
    throw new BoxcutterError('bundle-source', 'input', `Secret ${place.namespace}/${name} has no key password.`);
  }
  return { username: text('username') === '' ? 'git' : text('username'), password: text('password') };
}

function refuseForeign({ metadata: { name = '', annotations } }: KubeObject, host: string, { namespace }: Place): void {
  const hosts = (annotations?.[ANNOTATION_HOST] ?? '').split(',').map((one) => one.trim().toLowerCase()).filter((one) => one !== '');
  if (hosts.includes(host)) return;
  const what = hosts.length === 0 ? 'does not say which servers it is for' : `is for ${hosts.join(', ')}`;
  throw new BoxcutterError('bundle-source', 'input', `Secret ${namespace}/${name} ${what}, and is not sent to ${host}.`, {
    hint: 'If it is meant for it: '
      + `kubectl annotate secret ${name} -n ${namespace} ${ANNOTATION_HOST}=${[...hosts, host].join(',')} --overwrite`,
  });
}

export async function pullSecretsOf(name: string | undefined, place: Place): Promise<readonly CredentialSource[]> {
  if (name === undefined || name === '') return [];
  return [pullSecretCredentials(await named('Secret', name, place), `Secret ${place.namespace}/${name}`)];
}

async function named(kind: 'ConfigMap' | 'Secret', name: string, { cluster, namespace }: Place): Promise<KubeObject> {
  const answer = await cluster.get({ apiVersion: 'v1', kind, namespace, name });
  if (answer.type === 'object') return answer.object;
  const what = `get ${kind.toLowerCase()} ${namespace}/${name}`;
  if (answer.type === 'gone') throw new BoxcutterError('bundle-source-missing', 'incomplete', `${what}: it is not there`);
  const why = wordsOfAnswer(answer, 'its kind is not served');
  throw new BoxcutterError('bundle-source', 'server', `${what}: ${why}`);
}
