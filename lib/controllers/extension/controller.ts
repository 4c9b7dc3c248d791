/** The controller of extensions: which caches it watches, whose turn an event is, and how many turns at once. */
import { extensionUids } from '../../adoption';
import { API_VERSION, type KubeObject, LABEL_REVISION_NAME } from '../../api';
import { messageOf } from '../../errors';
import type { ClusterFacts } from '../../formats';
import { bundleFacts } from '../../runtime';
import type { UpgradeRule } from '../approval';
import {
  type Controller, type ControllerContext, Lines, measureObjects, measureQueue, ResourceCache, type Target, turnMetrics, TurnQueue, wordsOf,
} from '../process';
import { extensionIn, helmApplier, HelmRecord, LABEL_HELM_RELEASE } from '../helm';
import type { CatalogSource } from './catalog-source';
import { ConfigSources, DigestKey } from './configuration';
import type { LiveExtension, LiveRevision } from './revision-facts';
import { extensionOfRelease, ObjectSets } from './inherit';
import { extensionTurn } from './turn';
import { FIELD_MANAGER, wokenBy } from './write-revision';

export interface ExtensionControllerOptions {
  readonly catalogs: CatalogSource;
}

const NAME = 'extension';

/** What operator-controller stores of releases. */
const RELEASES = 'type=index';

/** How long what a cluster serves counts as known: kinds come and go with extensions, and discovery notices that by itself. */
const FACTS_MS = 5_000;

export function extensionController({ catalogs }: ExtensionControllerOptions): Controller {
  let running: Running | undefined;
  let isStopped = false;
  return {
    name: NAME,
    start: async (context) => {
      if (isStopped) return;
      running = new Running(context, catalogs);
      await running.synced;
    },
    stop: async (graceMs) => {
      isStopped = true;
      await running?.stop(graceMs);
    },
    ready: () => running?.isReady === true,
  };
}

class Running {
  readonly synced: Promise<void>;
  isReady = false;
  private readonly extensions: ResourceCache<LiveExtension>;
  private readonly revisions: ResourceCache<LiveRevision>;
  private readonly secrets: ResourceCache<KubeObject>;
  /** What operator-controller has stored of releases. */
  private readonly releases: ResourceCache<KubeObject>;
  /** What helm was given, without its content. */
  private readonly helmReleases: ResourceCache<KubeObject>;
  private readonly objectSets: ObjectSets;
  private readonly queue: TurnQueue;
  private readonly configurations: ConfigSources;
  /** Extensions that wait for what others bring. */
  private readonly waiting = new Set<string>();
  private readonly endings: (() => void)[] = [];

  constructor(context: ControllerContext, catalogs: CatalogSource) {
    const { cluster, target, config, log, metrics, clock, events } = context;
    const selected = config.watchSelector === '' ? {} : { labelSelector: config.watchSelector };
    const trouble = (what: string) => ({
      onTrouble: (problem: Parameters<typeof wordsOf>[0]): void => log.warn({}, `${what} cannot be watched: ${wordsOf(problem)}`),
    });
    this.extensions = new ResourceCache(cluster, { apiVersion: API_VERSION, kind: 'ClusterExtension', ...selected }, trouble('extensions'));
    this.revisions = new ResourceCache(cluster, { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision' }, {
      transform: withoutContent, index: { owner: extensionUids }, ...trouble('revisions'),
    });
    this.secrets = new ResourceCache(
      cluster, { apiVersion: 'v1', kind: 'Secret', namespace: config.namespace, labelSelector: LABEL_REVISION_NAME }, {
        transform: metadataOnly,
        index: { revision: ({ metadata: { labels } }) => [labels?.[LABEL_REVISION_NAME] ?? ''] },
        ...trouble('Secrets'),
      },
    );
    const stored = { apiVersion: 'v1', kind: 'Secret', namespace: config.namespace, labelSelector: RELEASES };
    this.releases = new ResourceCache(cluster, stored, {
      transform: labelsOnly, index: { extension: extensionOfRelease }, ...trouble('releases'),
    });
    const given = { apiVersion: 'v1', kind: 'Secret', namespace: config.namespace, labelSelector: LABEL_HELM_RELEASE };
    this.helmReleases = new ResourceCache(cluster, given, {
      transform: metadataOnly, index: { extension: ({ metadata: { labels } }) => [labels?.[LABEL_HELM_RELEASE] ?? ''] },
      ...trouble('releases of helm'),
    });
    this.objectSets = new ObjectSets(cluster, trouble('ClusterObjectSets'));
    const lane = cluster.lane(NAME);
    const facts = remembered(() => bundleFacts(target.cluster), () => clock.monotonic());
    this.configurations = new ConfigSources(cluster, (extension) => this.queue.add(extension));
    // A registry that does not answer keeps no place from extensions of other registries, and is not asked for too much at once.
    const pulls = new Lines(config.concurrency);
    const configuration = { sources: this.configurations, digestKey: new DigestKey(lane, config.namespace, FIELD_MANAGER) };
    const place = {
      configuration,
      cluster: lane, target, extensions: this.extensions, revisions: this.revisions, secrets: this.secrets, releases: this.releases,
      objectSets: this.objectSets, catalogs, facts, systemNamespace: config.namespace, watchSelector: config.watchSelector,
      waiting: this.waiting, mayRollOut: context.gates.enabled('BoxcutterRuntime'),
      helmRecord: new HelmRecord({ cluster: lane, namespace: config.namespace, cache: this.helmReleases, fieldManager: FIELD_MANAGER }),
      helm: config.helm.program === undefined ? undefined : helmApplier(config.helm.program, target),
      upgradeRule: upgradeRuleOf(config), lookAgainAt: new Map<string, number>(), clock, log, events,
    };
    this.queue = new TurnQueue({
      places: config.concurrency,
      perform: (name, _signal, aside) => (
        extensionTurn(name, { ...place, pulling: (registry, work) => aside(() => pulls.in(registry, work)) })
      ),
      clock,
      observer: turnMetrics(metrics, NAME),
      onError: (extension, error, { againInMs }) => (
        log.warn({ extension, againInSeconds: Math.round(againInMs / 1000) }, `turn failed: ${messageOf(error)}`)
      ),
    });
    measureQueue(metrics, NAME, this.queue);
    measureObjects(metrics, this.extensions, 'ClusterExtension', clock);
    const caches = [this.extensions, this.revisions, this.secrets, this.releases, this.helmReleases, this.objectSets];
    this.synced = Promise.all([...caches.map(({ synced }) => synced), target.settled])
      .then(() => this.begin(catalogs, target));
  }

  /** Not before everything is there: an extension without its revisions looks like one that was never installed. */
  private begin(catalogs: CatalogSource, target: Target): void {
    this.extensions.on({
      changed: (now, before) => {
        this.queue.add(now.metadata.name ?? '');
        if (before !== undefined && bundleOf(now) !== bundleOf(before)) this.wake();
      },
      removed: ({ metadata: { name = '' } }) => {
        this.queue.forget(name);
        this.configurations.leave(name);
        this.waiting.delete(name);
        this.wake();
      },
    });
    // A turn that had to give it an owner and failed looks for it in this cache, which may have been behind.
    this.secrets.on({ changed: (secret) => wokenBy(secret, this.revisions).forEach((name) => this.queue.add(name)) });
    const wakeOwner = ({ metadata: { ownerReferences = [] } }: KubeObject): void => {
      for (const { kind, name } of ownerReferences) if (kind === 'ClusterExtension' && this.extensions.get(name)) this.queue.add(name);
    };
    this.revisions.on({ changed: wakeOwner, removed: wakeOwner });
    this.releases.on({ changed: wakeOwner });
    this.objectSets.on({ changed: wakeOwner, removed: wakeOwner });
    const wakeNamed = (secret: KubeObject): void => {
      const name = extensionIn(secret) ?? '';
      if (this.extensions.get(name) !== undefined) this.queue.add(name);
    };
    this.helmReleases.on({ changed: wakeNamed, removed: wakeNamed });
    const all = (): void => {
      for (const { metadata: { name = '' } } of this.extensions.list()) this.queue.add(name);
    };
    this.endings.push(catalogs.onChange(all), target.onChange(all));
    this.isReady = true;
  }

  /** Something is there, or gone, that others may wait for. */
  private wake(): void {
    for (const name of this.waiting) this.queue.add(name);
  }

  async stop(graceMs = 0): Promise<void> {
    this.isReady = false;
    for (const end of this.endings) end();
    await this.queue.drain(graceMs);
    this.extensions.close();
    this.revisions.close();
    this.secrets.close();
    this.releases.close();
    this.helmReleases.close();
    this.objectSets.close();
    this.configurations.close();
  }
}

function upgradeRuleOf({ upgradeApproval }: ControllerContext['config']): UpgradeRule {
  return typeof upgradeApproval === 'string' ? { mode: upgradeApproval } : upgradeApproval;
}

/** What is installed of an extension, as one text. */
function bundleOf({ status }: LiveExtension): string {
  const { name = '', version = '', release = '' } = status?.install?.bundle ?? {};
  return `${name} ${version} ${release}`;
}

/** Of revisions, everything but what they roll out: a thousand of them would be most of the memory of the process. */
function withoutContent(revision: LiveRevision): LiveRevision {
  const { managedFields: _managers, ...metadata } = revision.metadata;
  const { spec } = revision;
  // Who approved a pending upgrade stands there.
  if (!('phases' in spec)) return revision;
  return { ...revision, metadata, spec: { ...spec, phases: [] } };
}

function metadataOnly({ apiVersion, kind, metadata: { managedFields: _managers, ...metadata } }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata };
}

/** Of a Secret in which a release is stored, everything but the release. */
function labelsOnly({ apiVersion, kind, type, metadata: { managedFields: _managers, ...metadata } }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata, ...(type === undefined ? {} : { type }) };
}

/** Asked once for all turns that want to know it at about the same time. */
function remembered(ask: () => Promise<ClusterFacts>, now: () => number): () => Promise<ClusterFacts> {
  let known: { readonly at: number; readonly facts: Promise<ClusterFacts> } | undefined;
  return () => {
    if (known === undefined || now() - known.at > FACTS_MS) known = { at: now(), facts: ask() };
    known.facts.catch(() => (known = undefined));
    return known.facts;
  };
}
