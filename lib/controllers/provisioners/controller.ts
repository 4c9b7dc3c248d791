/** The provisioners in one process: their caches, what each event wakes, and their queue. Each class looks at its own objects alone. */
import { API_VERSION, type KubeObject } from '../../api';
import { messageOf } from '../../errors';
import { bundleFacts } from '../../runtime';
import type { LiveRevision } from '../extension/revision-facts';
import {
  type Aside, type Controller, type ControllerContext, measureObjects, measureQueue, ResourceCache, type TurnEnd, turnMetrics, TurnQueue,
  wordsOf,
} from '../process';
import { bundleTurn } from './bundle/turn';
import { bundleName } from './deployment/template';
import { deploymentTurn } from './deployment/turn';
import { deploymentOf, type LiveBundle, type LiveDeployment, ownerUid } from './model';
import { DEPLOYMENT_KIND } from './names';
import type { ProvisionerPlace } from './place';
import { Replica, type ReplicaOptions } from './replica';
import { plainWords } from './words';

export type ProvisionersOptions = ReplicaOptions;

const NAME = 'provisioners';
const BUNDLE_KEY = 'bundle/';
const DEPLOYMENT_KEY = 'deployment/';

export function provisionersController(options: ProvisionersOptions = {}): Controller {
  let replica: Replica | undefined;
  let running: Running | undefined;
  let isStopped = false;
  return {
    name: NAME,
    serve: async (context) => {
      if (isStopped) return;
      replica = new Replica(context, options);
      await replica.begin();
    },
    start: async (context) => {
      if (isStopped) return;
      if (replica === undefined) throw new Error('the bundles are not known yet');
      running = new Running(context, replica);
      await running.begin();
    },
    stop: async (graceMs = 0) => {
      isStopped = true;
      await running?.stop(graceMs);
      await replica?.end(graceMs);
    },
    ready: () => replica?.isReady === true && (running?.isReady ?? true),
  };
}

/** What the leader does. */
class Running {
  isReady = false;
  private readonly deployments: ResourceCache<LiveDeployment>;
  private readonly revisions: ResourceCache<LiveRevision>;
  private readonly queue: TurnQueue;
  private readonly place: Omit<ProvisionerPlace, 'aside'>;
  private readonly endings: (() => void)[] = [];

  constructor(private readonly context: ControllerContext, private readonly replica: Replica) {
    const { cluster, target, config, log, metrics, clock, events } = context;
    const selected = config.watchSelector === '' ? {} : { labelSelector: config.watchSelector };
    const trouble = (what: string) => ({
      onTrouble: (problem: Parameters<typeof wordsOf>[0]): void => log.warn({}, `${what} cannot be watched: ${wordsOf(problem)}`),
    });
    this.deployments = new ResourceCache(cluster, { ...DEPLOYMENT_KIND, ...selected }, trouble('BundleDeployments'));
    this.revisions = new ResourceCache(cluster, { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision' }, {
      transform: withoutContent, index: { owner: (revision) => [ownerUid(revision) ?? ''] }, ...trouble('revisions'),
    });
    const { bundles, contents } = replica;
    this.place = {
      cluster: cluster.lane(NAME), target, bundles, deployments: this.deployments, revisions: this.revisions, contents,
      contentUrl: (bundle) => replica.urlOf(bundle), facts: () => bundleFacts(target.cluster), systemNamespace: config.namespace,
      mayRollOut: context.gates.enabled('BoxcutterRuntime'), clock, log, events,
    };
    this.queue = new TurnQueue({
      places: config.concurrency, clock, observer: turnMetrics(metrics, NAME),
      perform: (key, _signal, aside) => this.turn(key, aside),
      onError: (turn, error, { againInMs }) => (
        log.warn({ turn, againInSeconds: Math.round(againInMs / 1000) }, `turn failed: ${plainWords(messageOf(error))}`)
      ),
    });
    measureQueue(metrics, NAME, this.queue);
    measureObjects(metrics, this.deployments, 'BundleDeployment', clock);
  }

  /** Not before everything is there: a deployment without its Bundles and revisions looks like a new one. */
  async begin(): Promise<void> {
    const { deployments, revisions, replica: { bundles } } = this;
    const { target } = this.context;
    await Promise.all([bundles.synced, deployments.synced, revisions.synced, target.settled]);
    const touch = (object: KubeObject): void => {
      const name = deploymentOf(object, deployments)?.metadata.name;
      if (name !== undefined) this.queue.add(DEPLOYMENT_KEY + name);
    };
    // One that has lost its owner is that one's news, too.
    const touchBoth = (now: KubeObject, before?: KubeObject): void => {
      touch(now);
      if (before !== undefined) touch(before);
    };
    deployments.on({
      changed: ({ metadata: { name = '' } }) => this.queue.add(DEPLOYMENT_KEY + name),
      removed: ({ metadata: { name = '' } }) => this.queue.forget(DEPLOYMENT_KEY + name),
    });
    bundles.on({
      changed: (bundle, before) => {
        this.queue.add(BUNDLE_KEY + (bundle.metadata.name ?? ''));
        touchBoth(bundle, before);
      },
      removed: (bundle) => {
        this.queue.forget(BUNDLE_KEY + (bundle.metadata.name ?? ''));
        touch(bundle);
        this.wakeNamesakes(bundle);
      },
    });
    revisions.on({ changed: touchBoth, removed: touch });
    this.endings.push(target.onChange(() => {
      for (const { metadata: { name = '' } } of deployments.list()) this.queue.add(DEPLOYMENT_KEY + name);
    }));
    this.isReady = true;
  }

  async stop(graceMs: number): Promise<void> {
    this.isReady = false;
    for (const end of this.endings) end();
    // A source that does not answer holds nobody up for longer.
    const breaking = this.context.clock.after(graceMs, () => this.replica.breakOff());
    await this.queue.drain(graceMs);
    breaking();
    this.deployments.close();
    this.revisions.close();
  }

  private async turn(key: string, aside: Aside): Promise<TurnEnd | void> {
    const isBundle = key.startsWith(BUNDLE_KEY);
    const name = key.slice((isBundle ? BUNDLE_KEY : DEPLOYMENT_KEY).length);
    return (isBundle ? bundleTurn : deploymentTurn)(name, { ...this.place, aside });
  }

  /** Deployments whose Bundle could not be made while another one had its name. */
  private wakeNamesakes({ metadata: { name = '' } }: LiveBundle): void {
    for (const deployment of this.deployments.list()) {
      const { name: own = '' } = deployment.metadata;
      if (name.startsWith(`${own}-`) && bundleName(deployment) === name) this.queue.add(DEPLOYMENT_KEY + own);
    }
  }
}

/** Of revisions, everything but what they roll out. */
function withoutContent(revision: LiveRevision): LiveRevision {
  const { managedFields: _managers, ...metadata } = revision.metadata;
  const { spec } = revision;
  return 'phases' in spec ? { ...revision, metadata, spec: { ...spec, phases: [] } } : { ...revision, metadata };
}
