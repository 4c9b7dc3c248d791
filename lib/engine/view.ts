/**
 * What decisions need of a live object, computed once when it arrives: the object itself can then be dropped.
 */
import type { KubeObject } from '../api';
import { interferences, isExactlyApplied, ownedDigest, type Interference } from './fields';
import { ownershipOf, type OwnerContext, type Ownership } from './ownership';
import type { ProbeVerdict } from './probes';

export interface ObjectView {
  readonly uid: string;
  readonly resourceVersion: string;
  /** It has a deletionTimestamp: nothing more may be written to it, and it is never ready. */
  readonly terminating: boolean;
  readonly finalizers: readonly string[];
  readonly ownership: Ownership;
  /** An apply of the desired object would change nothing (without having to know what was applied before). */
  readonly exact: boolean;
  /** Digest of what we own of it (see `ownedDigest`). */
  readonly owned: string;
  /** Desired fields that we do not hold, and who does. Empty when `exact`. */
  readonly interference: readonly Interference[];
  readonly ready: ProbeVerdict;
  /** It carries the labels by which the streams of the run select: a stream shows what happens to it. */
  readonly labelled: boolean;
}

export interface Ingest {
  readonly context: OwnerContext;
  /** Desired object with our owner stamped; absent for objects that only have to go. */
  readonly desired?: KubeObject;
  readonly probe: (object: KubeObject) => ProbeVerdict;
  /** Labels of the streams' selector. */
  readonly labels: Readonly<Record<string, string>>;
}

export function viewOf(live: KubeObject, { context, desired, probe, labels }: Ingest): ObjectView {
  const { fieldManager } = context;
  const exact = desired !== undefined && isExactlyApplied(desired, live, fieldManager);
  return {
    uid: live.metadata.uid ?? '',
    resourceVersion: live.metadata.resourceVersion ?? '',
    terminating: live.metadata.deletionTimestamp !== undefined,
    finalizers: live.metadata.finalizers ?? [],
    ownership: ownershipOf(live, context),
    exact,
    owned: ownedDigest(live, fieldManager),
    interference: exact || desired === undefined ? [] : interferences(desired, live, fieldManager),
    ready: probe(live),
    labelled: Object.entries(labels).every(([name, value]) => live.metadata.labels?.[name] === value),
  };
}

/** Is `candidate` newer than `known`? Resource versions of one server compare as numbers (KEP-5504); anything else counts as newer. */
export function isNewer(candidate: string, known: string): boolean {
  if (!/^\d+$/.test(candidate) || !/^\d+$/.test(known)) return candidate !== known;
  return candidate.length === known.length ? candidate > known : candidate.length > known.length;
}
