/**
 * What decisions need of a live object, computed once when it arrives: the object itself can then be dropped.
 */
import type { KubeObject } from '../../api';
import type { ProbeVerdict } from '../../probes';
import {
  claimOf, comparedWith, ignoredFields, interferences, isExactlyApplied, isLost, isRestless, ownedDigest, UNSETTLED, type IgnoredField,
  type Interference,
} from '../fields';
import { entriesToMerge, isTakenOver, ownershipOf, type OwnerContext, type Ownership } from '../ownership';

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
  /** Another apply of the same might still change something (see `isRestless`). */
  readonly restless?: true;
  /** Desired fields that we do not hold, and who does. Empty when `exact`. */
  readonly interference: readonly Interference[];
  /** Fields of it that belong to others by rule. Absent: none. */
  readonly ignored?: readonly IgnoredField[];
  /** Fields of it have to become ours: see `entriesToMerge` and `claimOf`. */
  readonly toMerge: boolean;
  readonly ready: ProbeVerdict;
  /**
   * Of an object that has to go: a ClusterRole with an `aggregationRule`. Its controller applies its rules again whenever a role that it
   * gathers them from changes or goes, and so makes it anew right after its deletion.
   */
  readonly aggregated?: true;
  /** Of a Job: it has done all of its work. */
  readonly finished?: true;
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

export function viewOf(live: KubeObject, { context, desired: authored, probe, labels }: Ingest): ObjectView {
  const { fieldManager } = context;
  const desired = authored && comparedWith(authored, live, fieldManager);
  const ignored = authored === undefined ? [] : ignoredFields(authored, live, fieldManager);
  const terminating = live.metadata.deletionTimestamp !== undefined;
  const exact = desired !== undefined && isExactlyApplied(desired, live, fieldManager);
  return {
    uid: live.metadata.uid ?? '',
    resourceVersion: live.metadata.resourceVersion ?? '',
    terminating,
    finalizers: live.metadata.finalizers ?? [],
    ownership: ownershipOf(live, context),
    exact,
    owned: desired !== undefined && isLost(desired, live) ? UNSETTLED : ownedDigest(live, fieldManager),
    ...(desired !== undefined && !exact && isRestless(desired, live, fieldManager) ? { restless: true as const } : {}),
    interference: exact || desired === undefined
      ? []
      : interferences(desired, live, fieldManager).map((found) => withoutOurs(found, context)),
    ...(ignored.length === 0 ? {} : { ignored }),
    toMerge: desired !== undefined && (entriesToMerge(live, context).length > 0 || claimOf(desired, live, fieldManager) !== undefined),
    ...(desired === undefined && live['aggregationRule'] != null ? { aggregated: true as const } : {}),
    ...(isFinishedJob(live) ? { finished: true as const } : {}),
    // Whatever a probe makes of it: what goes is not ready.
    ready: terminating ? GOING : probe(live),
    labelled: Object.entries(labels).every(([name, value]) => live.metadata.labels?.[name] === value),
  };
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
}

function isFinishedJob({ apiVersion, kind, ...live }: KubeObject): boolean {
  if (kind !== 'Job' || apiVersion !== 'batch/v1') return false;
  const { conditions = [] } = (live['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions.some(({ type, status }) => type === 'Complete' && status === 'True');
}

const GOING: ProbeVerdict = { status: 'fail', message: 'is being deleted', terminal: false };

/** No other client interfered where a manager holds a field that we are about to take over, or we ourselves by Update. */
function withoutOurs(found: Interference, context: OwnerContext): Interference {
  return isTakenOver(found.manager, context) ? { path: found.path } : found;
}

/**
 * Is `candidate` newer than `known`? Resource versions of one server compare as numbers (KEP-5504). Those of some aggregated servers are no
 * numbers: what differs may be newer. For questions where "yes" is the answer that costs a look more.
 */
export function isNewer(candidate: string, known: string): boolean {
  return isComparable(candidate, known) ? isSurelyNewer(candidate, known) : candidate !== known;
}

/** The same for questions where "yes" dismisses something: what cannot be compared is not dismissed. */
export function isSurelyNewer(candidate: string, known: string): boolean {
  if (!isComparable(candidate, known)) return false;
  return candidate.length === known.length ? candidate > known : candidate.length > known.length;
}

/** Do they say which is newer, and so whether they are the same? */
export function isComparable(a: string, b: string): boolean {
  return /^\d+$/.test(a) && /^\d+$/.test(b);
}
