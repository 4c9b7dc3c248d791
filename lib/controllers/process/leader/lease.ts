/** A Lease (coordination.k8s.io/v1) as data. Its times are for people: nobody's clock is compared with another's. Pure. */
import { createHash } from 'node:crypto';
import { asObject, GROUP, type KubeObject } from '../../../api';
import { microTimestamp } from '../clock';
import type { ControllerConfig } from '../config/config';

export const LEASE_API_VERSION = 'coordination.k8s.io/v1';
/** Annotation on a Lease with the label selector of its shard, for people. */
const ANNOTATION_SELECTOR = `${GROUP}/watch-selector`;

/** What a Lease says. */
export interface LeaseState {
  /** Empty: nobody has it. */
  readonly holder: string;
  readonly durationMs: number;
  readonly acquired: string | undefined;
  readonly renewed: string | undefined;
  /** How often it went from one holder to another. */
  readonly transitions: number;
  readonly resourceVersion: string | undefined;
}

/** Whose lease it is, and how it looks. */
export interface LeaseTerms {
  readonly name: string;
  readonly namespace: string;
  /** Of this process. */
  readonly identity: string;
  readonly durationMs: number;
  /** Of this shard; empty: everything. */
  readonly watchSelector: string;
}

export function readLease({ spec, metadata: { resourceVersion } }: KubeObject): LeaseState {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } = asObject(spec) ?? {};
  return {
    holder: typeof holderIdentity === 'string' ? holderIdentity : '',
    durationMs: typeof leaseDurationSeconds === 'number' ? leaseDurationSeconds * 1000 : 0,
    acquired: typeof acquireTime === 'string' ? acquireTime : undefined,
    renewed: typeof renewTime === 'string' ? renewTime : undefined,
    transitions: typeof leaseTransitions === 'number' ? leaseTransitions : 0,
    resourceVersion,
  };
}

/** Whether both say the same of the holder: as long as they do, it was not heard from. */
export function isSameHold(a: LeaseState | undefined, b: LeaseState): boolean {
  return a?.holder === b.holder && a.renewed === b.renewed && a.acquired === b.acquired;
}

/** The lease in the hands of this process. @param before undefined: it is created */
export function takenLease(terms: LeaseTerms, before: LeaseState | undefined, now: Date): KubeObject {
  const transitions = before === undefined ? 0 : before.transitions + 1;
  return lease(terms, before?.resourceVersion, {
    holderIdentity: terms.identity, leaseDurationSeconds: Math.ceil(terms.durationMs / 1000),
    acquireTime: microTimestamp(now), renewTime: microTimestamp(now), leaseTransitions: transitions,
  });
}

export function renewedLease(terms: LeaseTerms, before: LeaseState, now: Date): KubeObject {
  return lease(terms, before.resourceVersion, {
    holderIdentity: terms.identity, leaseDurationSeconds: Math.ceil(terms.durationMs / 1000),
    acquireTime: before.acquired ?? microTimestamp(now), renewTime: microTimestamp(now), leaseTransitions: before.transitions,
  });
}

/** In nobody's hands. Its duration is the shortest that the API takes, for those who wait by it. */
export function releasedLease(terms: LeaseTerms, before: LeaseState, now: Date): KubeObject {
  return lease(terms, before.resourceVersion, {
    holderIdentity: '', leaseDurationSeconds: 1, acquireTime: before.acquired ?? microTimestamp(now), renewTime: microTimestamp(now),
    leaseTransitions: before.transitions,
  });
}

function lease({ name, namespace, watchSelector }: LeaseTerms, resourceVersion: string | undefined, spec: object): KubeObject {
  return {
    apiVersion: LEASE_API_VERSION, kind: 'Lease', spec,
    metadata: {
      name, namespace, ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(watchSelector === '' ? {} : { annotations: { [ANNOTATION_SELECTOR]: watchSelector } }),
    },
  };
}

/** A shard has a lease of its own: its name has the digest of the selector, whatever the order in which it is written. */
export function leaseName({ leaderElection, watchSelector }: Pick<ControllerConfig, 'leaderElection' | 'watchSelector'>): string {
  const parts = watchSelector.split(/,(?![^(]*\))/).map((part) => part.replace(/\s+/g, ' ').trim());
  const requirements = parts.filter((part) => part !== '').sort();
  if (requirements.length === 0) return leaderElection.leaseName;
  return `${leaderElection.leaseName}-${createHash('sha256').update(requirements.join(',')).digest('hex').slice(0, 8)}`;
}
