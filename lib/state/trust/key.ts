/**
 * The key that only installers have: 32 random bytes in a Secret of a namespace where tenants neither read nor write. What is sealed with
 * it was written by an account that could read it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { GROUP, type KubeObject, type ObjectRef } from '../../api';
import type { Answer } from '../../engine';

/** Where the key is. */
export interface StateKeyPlace {
  readonly namespace: string;
  readonly name: string;
}

export const DEFAULT_STATE_KEY: StateKeyPlace = { namespace: 'kube-system', name: 'boxcutter-state-key' };

export const SECRET_TYPE_KEY = `${GROUP}/state-key`;
const KEY_BYTES = 32;

export interface Key {
  readonly bytes: Buffer;
  /** Tells keys apart and nothing about them; stands in every seal. */
  readonly id: string;
}

/** Why there is no key: no such Secret; not for this account to read; something else under that name. */
export type NoKey = 'key-missing' | 'key-refused' | 'key-unusable';

export type KeyAnswer = { readonly type: 'key'; readonly key: Key } | { readonly type: 'none'; readonly why: NoKey };

/** What the key needs of a cluster. */
export interface KeyCluster {
  get(ref: ObjectRef): Promise<Answer>;
  create(object: KubeObject): Promise<Answer>;
}

export function keyRef({ namespace, name }: StateKeyPlace): ObjectRef {
  return { apiVersion: 'v1', kind: 'Secret', namespace, name };
}

/** A key Secret with fresh bytes. Immutable: a key that changes makes all that it sealed untrusted. */
export function newKeySecret({ namespace, name }: StateKeyPlace): KubeObject {
  const key = randomBytes(KEY_BYTES).toString('base64');
  return { apiVersion: 'v1', kind: 'Secret', type: SECRET_TYPE_KEY, immutable: true, metadata: { name, namespace }, data: { key } };
}

/** What an answer says of the key; undefined: the server gave none, so it may be asked again. */
export function keyAnswerOf(answer: Answer): KeyAnswer | undefined {
  switch (answer.type) {
    case 'object':
      return keyIn(answer.object);
    case 'gone':
      return { type: 'none', why: 'key-missing' };
    case 'refused':
      return { type: 'none', why: answer.status.code === 404 ? 'key-missing' : 'key-refused' };
    default:
      return undefined;
  }
}

function keyIn(secret: KubeObject): KeyAnswer {
  const { key: text } = (secret['data'] ?? {}) as { readonly key?: string };
  const bytes = Buffer.from(text ?? '', 'base64');
  if (secret['type'] !== SECRET_TYPE_KEY || bytes.length !== KEY_BYTES) return { type: 'none', why: 'key-unusable' };
  return { type: 'key', key: { bytes, id: createHmac('sha256', bytes).update('id').digest('hex').slice(0, 16) } };
}
