/** What is due for a catalog, and what its status says. Pure. */
import type { ClusterCatalog } from '../../api';
import type { ConditionFact } from '../conditions';

/** What this process has of a catalog. */
export interface Held {
  /** `spec.source.image.ref` that it was resolved from. */
  readonly ref: string;
  /** The image with its digest. */
  readonly resolved: string;
  /** When it was last found to be current, in monotonic milliseconds. Undefined: it was kept from before, and not asked about. */
  readonly checkedAt?: number;
}

export type Due =
  /** It is to be as if it were not there. */
  | { readonly type: 'disable' }
  /** The source has to say what the catalog is now. */
  | { readonly type: 'fetch' }
  /** Nothing, for so long; undefined: until something changes. */
  | { readonly type: 'nothing'; readonly forMs?: number };

/** @param nowMs of the monotonic clock */
export function dueFor({ spec }: ClusterCatalog, held: Held | undefined, nowMs: number): Due {
  if (spec.availabilityMode === 'Unavailable') return { type: 'disable' };
  const { ref = '', pollIntervalMinutes } = spec.source.image ?? {};
  if (held?.checkedAt === undefined || held.ref !== ref) return { type: 'fetch' };
  if (pollIntervalMinutes === undefined || ref.includes('@')) return { type: 'nothing' };
  const forMs = held.checkedAt + pollIntervalMinutes * MINUTE_MS - nowMs;
  return forMs <= 0 ? { type: 'fetch' } : { type: 'nothing', forMs };
}

const MINUTE_MS = 60_000;

/** How asking the source went. */
export type Fetched =
  | { readonly type: 'current' }
  /** Tried again. */
  | { readonly type: 'failed'; readonly message: string }
  /** Of no use until somebody changes something. */
  | { readonly type: 'blocked'; readonly message: string };

const DISABLED = 'Catalog availability mode is set to Unavailable';

export interface CatalogState {
  readonly conditions: readonly ConditionFact[];
  readonly resolvedSource?: { readonly type: 'Image'; readonly image: { readonly ref: string } };
  readonly urls?: { readonly base: string };
  readonly lastUnpacked?: string;
}

/** Reasons and messages are catalogd's. */
export function disabledState(): CatalogState {
  return {
    conditions: [
      { type: 'Progressing', status: 'True', reason: 'Succeeded', message: DISABLED },
      { type: 'Serving', status: 'False', reason: 'UserSpecifiedUnavailable', message: DISABLED },
    ],
  };
}

export interface StateInput {
  readonly fetched: Fetched;
  /** What is served, be it from before. */
  readonly held: Held | undefined;
  /** Where it is served. */
  readonly base: string;
  /** The status as it is. */
  readonly before: ClusterCatalog['status'];
  /** Time of day, as the API server writes it. */
  readonly now: string;
}

/** @returns what the status is to say */
export function catalogState({ fetched, held, base, before, now }: StateInput): CatalogState {
  const progressing = progressingOf(fetched);
  if (held === undefined) {
    const why = fetched.type === 'current' ? 'Catalog content is being unpacked' : fetched.message;
    return { conditions: [progressing, { type: 'Serving', status: 'False', reason: 'Unavailable', message: why }] };
  }
  const isSame = before?.resolvedSource?.image?.ref === held.resolved && before.lastUnpacked !== undefined;
  return {
    conditions: [
      progressing,
      { type: 'Serving', status: 'True', reason: 'Available', message: 'Serving desired content from resolved source' },
    ],
    resolvedSource: { type: 'Image', image: { ref: held.resolved } },
    urls: { base },
    lastUnpacked: isSame ? before.lastUnpacked : now,
  };
}

function progressingOf(fetched: Fetched): ConditionFact {
  const type = 'Progressing';
  switch (fetched.type) {
    case 'current':
      return { type, status: 'True', reason: 'Succeeded', message: 'Successfully unpacked and stored content from resolved source' };
    case 'failed':
      return { type, status: 'True', reason: 'Retrying', message: `source catalog content: ${fetched.message}` };
    case 'blocked':
      return { type, status: 'False', reason: 'Blocked', message: `source catalog content: ${fetched.message}` };
  }
}
