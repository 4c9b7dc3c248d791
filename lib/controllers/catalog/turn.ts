/** One turn of a ClusterCatalog, of the leader: ask the source when that is due, and say how things are. */
import type { ClusterCatalog, KubeObject } from '../../api';
import { messageOf } from '../../errors';
import type { KubeLane } from '../../kube';
import { conditionsOf, transitionsOf } from '../conditions';
import { type Aside, type Clock, type EventRecorder, type Log, timestamp, type TurnEnd, type ResourceCache, writeStatus } from '../process';
import { type CatalogState, catalogState, disabledState, dueFor, type Fetched, type Held } from './decide';
import { type CatalogLibrary, isBlocked } from './library';

export interface CatalogPlace {
  readonly cluster: Pick<KubeLane, 'replaceStatus' | 'get'>;
  readonly catalogs: ResourceCache<ClusterCatalog & KubeObject>;
  readonly library: CatalogLibrary;
  /** Where a catalog is served. */
  readonly baseOf: (name: string) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventRecorder;
  /** For what may take long. */
  readonly aside: Aside;
}

/** Of a poll interval: replicas of many clusters should not ask a registry at the same moment. */
const JITTER = 0.01;

/** @throws what asking the source has thrown, for it is to be tried again; it is in the status already */
export async function catalogTurn(name: string, place: CatalogPlace): Promise<TurnEnd | void> {
  const { catalogs, library, clock } = place;
  const catalog = catalogs.get(name);
  if (catalog === undefined || catalog.metadata.deletionTimestamp !== undefined) return library.drop(name);
  const due = dueFor(catalog, library.held(name), clock.monotonic());
  if (due.type === 'disable') {
    await library.drop(name);
    return report(catalog, disabledState(), place);
  }
  if (due.type === 'nothing') {
    await report(catalog, stateOf(catalog, { type: 'current' }, library.held(name), place), place);
    return due.forMs === undefined ? undefined : { againInMs: due.forMs };
  }
  const { error, fetched } = await fetch(catalog, place);
  await report(catalog, stateOf(catalog, fetched, library.held(name), place), place);
  if (fetched.type === 'failed') throw error;
  const { pollIntervalMinutes } = catalog.spec.source.image ?? {};
  return pollIntervalMinutes === undefined ? undefined : { againInMs: pollIntervalMinutes * 60_000 * (1 + JITTER * Math.random()) };
}

async function fetch(
  { metadata: { name = '' }, spec: { source: { image } } }: ClusterCatalog, { library, clock, log, aside }: CatalogPlace,
): Promise<{ readonly fetched: Fetched; readonly error?: unknown }> {
  const ref = image?.ref ?? '';
  const before = library.held(name)?.resolved;
  try {
    const { resolved } = await aside(() => library.fetch(name, ref, clock.monotonic()));
    if (resolved !== before) log.info({ catalog: name, image: resolved }, 'catalog unpacked');
    return { fetched: { type: 'current' } };
  } catch (error) {
    return { error, fetched: { type: isBlocked(error, ref) ? 'blocked' : 'failed', message: messageOf(error) } };
  }
}

function stateOf(
  { metadata: { name = '' }, status }: ClusterCatalog, fetched: Fetched, held: Held | undefined, { baseOf, clock }: CatalogPlace,
): CatalogState {
  return catalogState({ fetched, held, base: baseOf(name), before: status, now: timestamp(clock.now()) });
}

async function report(catalog: ClusterCatalog & KubeObject, state: CatalogState, place: CatalogPlace): Promise<void> {
  const { cluster, catalogs, clock, events } = place;
  const { conditions: facts, ...rest } = state;
  const { generation } = catalog.metadata as { readonly generation?: number };
  const now = clock.now();
  const result = await writeStatus(cluster, catalog, (live) => (
    { ...rest, conditions: conditionsOf(live.status?.conditions, facts, { now, generation }) }
  ));
  if (result.type !== 'written') return;
  catalogs.note(result.object);
  for (const { type, to } of transitionsOf(catalog.status?.conditions, result.object.status?.conditions ?? [], now)) {
    const isTrouble = to.status === 'False' || to.reason === 'Retrying';
    events.record(result.object, {
      type: isTrouble ? 'Warning' : 'Normal', reason: `${type}${to.reason}`, action: 'Unpack', note: to.message,
    });
  }
}
