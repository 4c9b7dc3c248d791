/**
 * When certificates are made and exchanged. A new one is made beside the one that is in use; it comes into use when every webhook has been
 * trusting its authority for a while, so that the server never meets a certificate that it does not trust yet. Pure.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Pair } from './make';

/** What the Secret holds. */
export interface Certificates {
  readonly current: Pair;
  /** Made, and not in use yet. */
  readonly next?: Pair;
  /** Authority of the one before: a replica may go on with that for a moment. */
  readonly previous?: string;
}

export type Step =
  /** There is none that can be used. */
  | { readonly type: 'make' }
  /** The next one is made. */
  | { readonly type: 'stage' }
  /** The next one comes into use. */
  | { readonly type: 'promote' }
  | { readonly type: 'keep'; readonly againInMs: number };

export interface Facts {
  readonly hosts: readonly string[];
  readonly now: number;
  /** Since when all webhooks have the authorities of what is stored; undefined: not all of them have. */
  readonly trustedSince: number | undefined;
  /** How long servers take to notice, at most. */
  readonly settleMs: number;
}

/** Of the time of a certificate: then the next one is made. */
const RENEWED_AT = 2 / 3;
/** Of that time: a webhook that cannot be written by then is not waited for. It would fail soon anyway, and the others with it. */
const PROMOTED_AT = 0.95;
const MOST_PAUSE_MS = 6 * 3_600_000;

export function nextStep(stored: Certificates | undefined, { hosts, now, trustedSince, settleMs }: Facts): Step {
  const times = stored === undefined ? undefined : timesOf(stored.current, hosts);
  if (stored === undefined || times === undefined || now >= times.to) return { type: 'make' };
  const renewAt = times.from + (times.to - times.from) * RENEWED_AT;
  if (stored.next === undefined || timesOf(stored.next, hosts) === undefined) {
    return now >= renewAt ? { type: 'stage' } : { type: 'keep', againInMs: Math.min(MOST_PAUSE_MS, renewAt - now) };
  }
  if (now >= times.from + (times.to - times.from) * PROMOTED_AT) return { type: 'promote' };
  if (trustedSince === undefined) return { type: 'keep', againInMs: settleMs };
  const left = trustedSince + settleMs - now;
  return left <= 0 ? { type: 'promote' } : { type: 'keep', againInMs: left };
}

/** Authorities that webhooks trust: of the one in use, of the next, and of the one before. */
export function authoritiesOf({ current, next, previous = '' }: Certificates): string {
  return current.authority + (next?.authority ?? '') + previous;
}

interface Times {
  readonly from: number;
  readonly to: number;
}

/** Undefined: it is no certificate for these names, or not that of its key. */
function timesOf({ authority, certificate, key }: Pair, hosts: readonly string[]): Times | undefined {
  try {
    const read = new X509Certificate(certificate);
    const isFor = (host: string): boolean => read.checkHost(host) !== undefined || read.checkIP(host) !== undefined;
    const issuer = new X509Certificate(authority);
    const isOurs = read.checkIssued(issuer) && read.verify(issuer.publicKey) && read.checkPrivateKey(createPrivateKey(key));
    if (!isOurs || !hosts.every(isFor)) return undefined;
    return { from: Date.parse(read.validFrom), to: Date.parse(read.validTo) };
  } catch {
    return undefined;
  }
}
