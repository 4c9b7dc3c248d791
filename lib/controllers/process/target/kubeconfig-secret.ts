/** The Secret that says which cluster objects go to. */
import type { KubeObject } from '../../../api';

export interface SecretKeyRef {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
}

export function secretText({ namespace, name }: SecretKeyRef): string {
  return `Secret ${namespace}/${name}`;
}

export type SecretContent =
  | { readonly type: 'kubeconfig'; readonly text: string }
  /** A sentence. */
  | { readonly type: 'missing'; readonly message: string };

/** @param secret undefined: there is none */
export function kubeconfigIn(secret: KubeObject | undefined, ref: SecretKeyRef): SecretContent {
  if (secret === undefined) return { type: 'missing', message: `${secretText(ref)} does not exist.` };
  const data = (secret['data'] ?? {}) as Readonly<Record<string, unknown>>;
  const value = data[ref.key];
  if (typeof value === 'string' && value !== '') return { type: 'kubeconfig', text: Buffer.from(value, 'base64').toString('utf8') };
  const keys = Object.keys(data).sort();
  const has = keys.length === 0 ? 'It is empty.' : `It has ${keys.slice(0, 5).join(', ')}.`;
  return { type: 'missing', message: `${secretText(ref)} has no key ${ref.key}. ${has}` };
}
