/** The controllers of Cluster API in one: their caches, what each event wakes, and their queue. */
import type { KubeObject } from '../../api';
import type { TransportConfigMap } from '../../capi';
import { LABEL_PROVIDER_TYPE } from '../../capi';
import { messageOf } from '../../errors';
import type { RegistryOptions } from '../../image';
import { kubernetesSchemas } from '../../schema';
import { measureQueue, ResourceCache, turnMetrics, TurnQueue, wordsOf, type Controller, type ControllerContext } from '../process';
import { CollisionWatch, RevisionObjects } from '../revision/rollout';
import { Installer, type InstallerPlace } from './installer/turn';
import { isPaused, type Config, type RevisionConfigMap } from './model';
import { CONFIG_KIND, CONFIG_NAME, EXTENSION, INFRASTRUCTURE_KIND, LABEL_REVISION, OPERATOR_KIND, OPERATOR_NAME } from './names';
import { relatedObjects, type RelatedObject } from './operator/related';
import { installedOf, OperatorStatus } from './operator/status';
import { OptionalObject } from './optional-object';
import { platformOf, type ClusterApiSettings } from './place';
import { ManifestImages } from './source/images';
import { Rendering } from './source/rendering';
import { versionTurn } from './version/turn';

export interface ClusterApiControllerOptions {
  readonly settings: ClusterApiSettings;
  readonly registry?: RegistryOptions;
}

const VERSION_KEY = 'version';
const INSTALLER_KEY = 'installer/';

export function clusterApiController(options: ClusterApiControllerOptions): Controller {
  let running: Running | undefined;
  let stopped = false;
  return {
    name: EXTENSION,
    start: async (context) => {
      if (stopped) return;
      running = Running.open(context, options);
      await running.synced();
    },
    stop: async (graceMs = 0) => {
      stopped = true;
      await running?.stop(graceMs);
    },
    ready: () => running?.ready === true && !stopped,
  };
}

interface Caches {
  readonly configs: ResourceCache<Config>;
  readonly revisions: ResourceCache<RevisionConfigMap>;
  readonly transport: ResourceCache<TransportConfigMap>;
  readonly listed: ResourceCache<RevisionConfigMap>;
  readonly clusterOperator: OptionalObject;
  /** Undefined: nobody asks, for the configuration names the platform. */
  readonly infrastructure: OptionalObject | undefined;
}

class Running {
  ready = false;
  private readonly queue: TurnQueue;
  private readonly installer: Installer;
  private readonly objects: RevisionObjects;
  private readonly collisions: CollisionWatch;
  private readonly place: InstallerPlace;

  static open(context: ControllerContext, options: ClusterApiControllerOptions): Running {
    const { settings: { namespace, transportNamespace, imagesConfigMap } } = options;
    const { cluster, log } = context;
    const watch = <T extends KubeObject>(scope: ConstructorParameters<typeof ResourceCache<T>>[1]): ResourceCache<T> => (
      new ResourceCache<T>(
        cluster, scope, { onTrouble: (problem) => log.warn({ kind: scope.kind }, `${scope.kind} cannot be watched: ${wordsOf(problem)}`) },
      )
    );
    return new Running(context, options, {
      configs: watch({ ...CONFIG_KIND }),
      revisions: watch({ apiVersion: 'v1', kind: 'ConfigMap', namespace, labelSelector: LABEL_REVISION }),
      transport: watch({ apiVersion: 'v1', kind: 'ConfigMap', namespace: transportNamespace, labelSelector: LABEL_PROVIDER_TYPE }),
      listed: watch({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: imagesConfigMap }),
      clusterOperator: new OptionalObject({ ...OPERATOR_KIND, name: OPERATOR_NAME }, 'clusteroperators', watch),
      infrastructure: options.settings.platform === undefined
        ? new OptionalObject({ ...INFRASTRUCTURE_KIND, name: CONFIG_NAME }, 'infrastructures', watch) : undefined,
    });
  }

  private constructor(
    context: ControllerContext, { settings, registry }: ClusterApiControllerOptions, private readonly caches: Caches,
  ) {
    const { cluster, shared, clock, log, metrics } = context;
    const wake = (name: string): void => this.queue.add(INSTALLER_KEY + name);
    this.objects = new RevisionObjects({
      cluster: shared, selector: undefined, clock, changed: wake, tell: () => undefined,
      // While nothing is written, what would be changes with the objects.
      observed: (name) => { if (isPaused(caches.configs.get(CONFIG_NAME))) wake(name); },
    });
    this.collisions = new CollisionWatch((name) => {
      this.objects.store.advance(name, { type: 'readiness' });
      wake(name);
    });
    const lane = cluster.lane(EXTENSION);
    const operator: OperatorStatus = new OperatorStatus({
      cluster: lane, live: caches.clusterOperator, clock, log,
      installed: () => installedOf(caches.configs.get(CONFIG_NAME), operator.saidBy('Version'), settings.release),
      related: () => this.related(),
    });
    this.place = {
      ...caches, context, settings, cluster: lane, operator, objects: this.objects, collisions: this.collisions,
      images: new ManifestImages(registry), rendering: new Rendering(),
      imagesConfigMap: () => caches.listed.get(settings.imagesConfigMap, settings.namespace),
      platform: () => settings.platform ?? platformOf(caches.infrastructure?.get()),
      schemas: () => kubernetesSchemas(), wakeVersion: () => this.queue.add(VERSION_KEY),
    };
    this.installer = new Installer(this.place);
    this.queue = new TurnQueue({
      places: 4, clock, observer: turnMetrics(metrics, EXTENSION),
      perform: (key, signal) => (
        key === VERSION_KEY ? versionTurn(this.place) : this.installer.perform(key.slice(INSTALLER_KEY.length), signal)
      ),
      onError: (turn, error, { failures, againInMs }) => log.warn(
        { turn, err: error, failures, againInMs }, `a turn failed: ${messageOf(error)}`,
      ),
    });
    measureQueue(metrics, EXTENSION, this.queue);
  }

  async synced(): Promise<void> {
    const { configs, revisions, transport, listed, clusterOperator, infrastructure } = this.caches;
    await Promise.all([
      ...[configs, revisions, transport, listed].map(({ synced }) => synced), clusterOperator.synced(), infrastructure?.synced(),
    ]);
    const wakeVersion = { changed: () => this.queue.add(VERSION_KEY), removed: () => this.queue.add(VERSION_KEY) };
    for (const cache of [transport, listed, infrastructure]) cache?.on(wakeVersion);
    const wakeAll = (): void => {
      this.queue.add(VERSION_KEY);
      for (const { metadata: { name = '' } } of revisions.list()) this.queue.add(INSTALLER_KEY + name);
    };
    configs.on({
      changed: (now, before) => { if (!isSame(now, before)) wakeAll(); },
      removed: (before) => {
        this.installer.remember(before);
        wakeAll();
      },
    });
    revisions.on({
      changed: (now) => {
        this.installer.see(now);
        wakeAll();
      },
      removed: ({ metadata: { name = '' } }) => { this.queue.add(INSTALLER_KEY + name); wakeAll(); },
    });
    clusterOperator.on(wakeVersion);
    // Without a version, no turn of one says that the installer waits for it.
    this.queue.add(INSTALLER_KEY);
    this.ready = true;
  }

  async stop(graceMs: number): Promise<void> {
    this.ready = false;
    await this.queue.drain(graceMs);
    const { configs, revisions, transport, listed, clusterOperator, infrastructure } = this.caches;
    for (const cache of [configs, revisions, transport, listed, clusterOperator, infrastructure]) cache?.close();
    this.collisions.close();
    this.objects.close();
  }

  /** Undefined: nothing is known yet, and what is there stays. */
  private related(): readonly RelatedObject[] | undefined {
    const objects = this.installer.installed();
    if (objects.length === 0) return undefined;
    const { settings: { namespace, transportNamespace } } = this.place;
    const fixed: readonly RelatedObject[] = [
      { group: '', resource: 'namespaces', name: namespace }, { group: '', resource: 'namespaces', name: transportNamespace },
      { group: 'operator.openshift.io', resource: 'clusterapis', name: CONFIG_NAME },
      { group: 'apiextensions.openshift.io', resource: 'compatibilityrequirements', name: '' },
    ];
    const schemas = kubernetesSchemas();
    return relatedObjects(objects, fixed, (apiVersion, kind) => {
      const served = schemas.kind(apiVersion, kind);
      return served?.resource === undefined ? undefined : { resource: served.resource, namespaced: served.namespaced };
    });
  }
}

/** Neither what is wanted nor which versions there are has changed. */
function isSame(now: Config, before: Config | undefined): boolean {
  const told = ({ metadata: { uid, deletionTimestamp, ...metadata }, status }: Config): string => (
    JSON.stringify(
      [uid, deletionTimestamp, (metadata as { readonly generation?: number }).generation, status?.currentVersion, status?.versions],
    )
  );
  return before !== undefined && told(now) === told(before);
}
