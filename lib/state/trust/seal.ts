/** Seals: a keyed digest (HMAC-SHA256) over a statement, as text that fits into an annotation. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, sha256 } from '../../api/canonical-json';
import type { Key } from './key';

/** What is sealed of the content of a revision: all that says whose content it is, and every byte of it. */
export interface ContentStatement {
  readonly about: 'content';
  readonly namespace: string;
  readonly extension: string;
  /** Uid of the head: another extension of this name has another one. */
  readonly head: string;
  readonly number: number;
  /** In how many Secrets it is. */
  readonly parts: number;
  /** SHA-256 over the bytes of all parts, hex. */
  readonly digest: string;
}

/** What is sealed of a head that was rebuilt: for which lost heads of the same name it stands in. */
export interface FormerStatement {
  readonly about: 'former-heads';
  readonly namespace: string;
  readonly extension: string;
  readonly uids: readonly string[];
}

export type Statement = ContentStatement | FormerStatement;

/** Stands in every statement, so that what one version sealed never passes for something else in another. */
const SCHEMA = 1;

/** `other-key`: it was made with another key than this one. */
export type SealVerdict = 'right' | 'wrong' | 'other-key';

export function sealOf(statement: Statement, key: Key): string {
  return `v${SCHEMA}.${key.id}.${macOf(statement, key).toString('base64url')}`;
}

export function judgeSeal(seal: string, statement: Statement, key: Key): SealVerdict {
  const [version, id, mac = '', ...more] = seal.split('.');
  if (version !== `v${SCHEMA}` || more.length > 0) return 'wrong';
  if (id !== key.id) return 'other-key';
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(statement, key)];
  return given.length === right.length && timingSafeEqual(given, right) ? 'right' : 'wrong';
}

/** SHA-256 over bytes that may lie in several pieces, hex. */
export function digestOf(pieces: readonly Buffer[]): string {
  return sha256(Buffer.concat(pieces)).toString('hex');
}

function macOf(statement: Statement, key: Key): Buffer {
  return createHmac('sha256', key.bytes).update(canonicalJson({ schema: SCHEMA, ...statement })).digest();
}
