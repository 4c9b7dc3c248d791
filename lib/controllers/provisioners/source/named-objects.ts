/** ConfigMaps and Secrets that a source names. */
import type { KubeObject, ObjectRef } from '../../../api';
import type { Answer } from '../../../engine/ports';
import { BoxcutterError } from '../../../errors';
import type { GitCredentials } from '../../../git';
import { type CredentialSource, pullSecretCredentials } from '../../../image';
import { wordsOfAnswer } from '../../process';
import type { BundleSource } from '../model';

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

/** Of a Secret with `username` and `password`; without a user, the password may be a token. */
export async function credentialsOf(auth: Auth | undefined, place: Place): Promise<GitCredentials | undefined> {
  const name = auth?.secret?.name;
  if (name === undefined) return undefined;
  const { data = {} } = await named('Secret', name, place) as KubeObject & { readonly data?: Readonly<Record<string, string>> };
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString('utf8');
  if (text('password') === '') {
    throw new BoxcutterError('bundle-source', 'input', `Secret ${place.namespace}/${name} has no key password.`);
  }
  return { username: text('username') === '' ? 'git' : text('username'), password: text('password') };
}

export async function pullSecretsOf(name: string | undefined, place: Place): Promise<readonly CredentialSource[] | undefined> {
  if (name === undefined || name === '') return undefined;
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
