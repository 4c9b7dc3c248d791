/**
 * The controller of catalogs. Every replica serves what the status of a catalog says that it is; the leader finds out what that should be.
 */
import { API_VERSION, type ClusterCatalog, type KubeObject } from '../../api';
import { jsonEqual } from '../../api/json-equal';
import { catalogHandler, CatalogShelf, CatalogStore, listen, type ReachOptions, type RunningServer } from '../../catalog-store';
import { defined } from '../../defined';
import { messageOf } from '../../errors';
import {
  type Controller, type ControllerContext, measureObjects, measureQueue, ResourceCache, turnMetrics, TurnQueue, wordsOf,
} from '../process';
import { CatalogLibrary } from './library';
import { catalogTurn } from './turn';

export interface CatalogControllerOptions {
  /** Where content is kept. @default the cache of this user */
  readonly directory?: string;
  readonly reach?: ReachOptions;
}

export interface CatalogController extends Controller {
  /** What the resolver of extensions chooses from. */
  readonly library: CatalogLibrary;
}

const NAME = 'catalog';

export function catalogController({ directory, reach }: CatalogControllerOptions = {}): CatalogController {
  const shelf = new CatalogShelf();
  const store = new CatalogStore({ compressed: true, ...defined({ directory }) });
  const library = new CatalogLibrary({ store, shelf, ...defined({ reach }) });
  let replica: Replica | undefined;
  let queue: TurnQueue | undefined;
  let isStopped = false;
  return {
    name: NAME,
    library,
    serve: async (context) => {
      const opened = await Replica.open(context, shelf, library);
      if (isStopped) return opened.end(0);
      // Known before it is ready: also what waits for its kind to be served can be ended.
      replica = opened;
      await replica.begin();
    },
    start: async (context) => {
      if (isStopped) return;
      if (replica === undefined) throw new Error('the catalogs are not served yet');
      queue = reconcile(context, replica, library);
    },
    stop: async (graceMs) => {
      isStopped = true;
      await queue?.drain(graceMs ?? 0);
      await replica?.end(graceMs ?? 0);
      await library.close();
    },
    ready: () => replica?.isReady === true,
  };
}

/** What every replica does: serving. */
class Replica {
  isReady = false;
  private isEnded = false;

  private constructor(
    readonly catalogs: ResourceCache<ClusterCatalog & KubeObject>, private readonly server: RunningServer, private readonly base: string,
    private readonly library: CatalogLibrary, private readonly log: ControllerContext['log'],
  ) {}

  static async open(context: ControllerContext, shelf: CatalogShelf, library: CatalogLibrary): Promise<Replica> {
    const { cluster, config, log, metrics, clock } = context;
    const selected = config.watchSelector === '' ? {} : { labelSelector: config.watchSelector };
    const scope = { apiVersion: API_VERSION, kind: 'ClusterCatalog', ...selected };
    const catalogs = new ResourceCache<ClusterCatalog & KubeObject>(cluster, scope, {
      onTrouble: (problem) => log.warn({}, `catalogs cannot be watched: ${wordsOf(problem)}`),
    });
    library.follow(() => catalogs.list());
    measureObjects(metrics, catalogs, 'ClusterCatalog', clock);
    const { address, tls, url } = config.catalogs;
    const onFault = (error: unknown): void => log.error({ err: error }, `a request could not be answered: ${messageOf(error)}`);
    const server = await listen(catalogHandler(shelf, { onFault }), { ...address, tls, onNote: (note) => log.info({}, note) });
    return new Replica(catalogs, server, (url ?? server.url).replace(/\/$/, ''), library, log);
  }

  /** Resolves when it serves what it served before, and follows what the leader finds out. */
  async begin(): Promise<void> {
    const { catalogs, library, log } = this;
    await catalogs.synced;
    const recalled = [...catalogs.list()].map((catalog) => recall(catalog, library));
    await Promise.all(recalled);
    if (this.isEnded) return;
    catalogs.on({
      changed: (now, before) => {
        // What this process has is followed up by the leader's turns; another replica takes over what the status says.
        if (before === undefined || !isSameSource(now, before)) void follow(now, library).catch((error: unknown) => (
          log.warn({ catalog: now.metadata.name }, `the catalog cannot be served here: ${messageOf(error)}`)
        ));
        if (before !== undefined && !isSameChoice(now, before)) library.tell();
      },
      removed: ({ metadata: { name = '' } }) => void library.drop(name),
    });
    log.info({ url: this.base }, 'serving catalogs');
    this.isReady = true;
  }

  baseOf(name: string): string {
    return `${this.base}/catalogs/${encodeURIComponent(name)}`;
  }

  async end(graceMs: number): Promise<void> {
    this.isReady = false;
    this.isEnded = true;
    this.catalogs.close();
    await this.server.close(graceMs);
  }
}

/** What was served before this process began, from its disk. */
async function recall({ metadata: { name = '' }, spec, status }: ClusterCatalog, library: CatalogLibrary): Promise<void> {
  const resolved = status?.resolvedSource?.image?.ref;
  if (resolved === undefined || spec.availabilityMode === 'Unavailable') return;
  await library.recall(name, spec.source.image?.ref ?? '', resolved);
}

/** Takes over what the status says, where this replica does not have it. */
async function follow(
  { metadata: { name = '', deletionTimestamp }, spec, status }: ClusterCatalog, library: CatalogLibrary,
): Promise<void> {
  const resolved = status?.resolvedSource?.image?.ref;
  if (deletionTimestamp !== undefined || spec.availabilityMode === 'Unavailable') return library.drop(name);
  if (resolved === undefined || library.held(name)?.resolved === resolved) return;
  await library.takeOver(name, spec.source.image?.ref ?? '', resolved);
}

function isSameSource(now: ClusterCatalog, before: ClusterCatalog): boolean {
  return now.spec.availabilityMode === before.spec.availabilityMode && now.metadata.deletionTimestamp === before.metadata.deletionTimestamp
    && now.status?.resolvedSource?.image?.ref === before.status?.resolvedSource?.image?.ref;
}

/** What decides which catalogs are looked in, and which of them counts. */
function isSameChoice(now: ClusterCatalog, before: ClusterCatalog): boolean {
  return now.spec.priority === before.spec.priority && now.spec.availabilityMode === before.spec.availabilityMode
    && jsonEqual(now.metadata.labels ?? {}, before.metadata.labels ?? {});
}

/** What the leader does. */
function reconcile(
  { cluster, config, clock, log, events, metrics }: ControllerContext, replica: Replica, library: CatalogLibrary,
): TurnQueue {
  const { catalogs } = replica;
  const place = { cluster: cluster.lane(NAME), catalogs, library, baseOf: (name: string) => replica.baseOf(name), clock, log, events };
  const queue = new TurnQueue({
    places: config.concurrency,
    perform: (name, _signal, aside) => catalogTurn(name, { ...place, aside }),
    clock,
    observer: turnMetrics(metrics, NAME),
    onError: (catalog, error, { againInMs }) => (
      log.warn({ catalog, againInSeconds: Math.round(againInMs / 1000) }, `turn failed: ${messageOf(error)}`)
    ),
  });
  measureQueue(metrics, NAME, queue);
  catalogs.on({
    changed: ({ metadata: { name = '' } }) => queue.add(name),
    removed: ({ metadata: { name = '' } }) => queue.forget(name),
  });
  return queue;
}
