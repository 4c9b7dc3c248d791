/**
 * What the tests of the controllers share: our kinds on the test cluster, a process of controllers of one's own, and revisions as a person writes
 * them with kubectl.
 */
import { loadAll } from 'js-yaml';
import { API_VERSION, LABEL_OWNER_NAME, refOf, type Condition, type KubeObject, type ObjectRef } from '../../../lib/api';
import {
  DEFAULT_CONFIG, featureGates, HostedTarget, managementTarget, noMetrics, silentLog, systemClock, type Clock, type Controller,
  type ControllerConfig, type ControllerContext, type RecordedEvent,
} from '../../../lib/controllers/process';
import { crds } from '../../../lib/kinds';
import { connect, shareStreams, type KubeCluster } from '../../../lib/kube';
import { kubeconfig, OtherClient, stored, unique } from './extension';

/** Label by which each test's controllers see its own objects, and no others. */
export const LABEL_SHARD = 'boxcutter.test/shard';

/** Our definitions, for all tests of a run: they stay, and applying them again changes nothing. Resolves when the server serves them. */
export async function installCrds(client: OtherClient): Promise<void> {
  await Promise.all(crds().map(async (crd) => {
    await client.apply(crd);
    await client.until(refOf(crd), (live) => conditionOf(live, 'Established')?.status === 'True');
  }));
}

export interface ProcessOptions {
  /** Another kubeconfig. @default that of the tests */
  readonly server?: string;
  /** How much later it is for this process, in milliseconds. @default 0 */
  readonly aheadMs?: number;
  /** Timers of this process. @default those of the system */
  readonly after?: Clock['after'];
  /** In place of both. */
  readonly clock?: Clock;
  /** The Secret with the kubeconfig of another cluster, where objects go. @default the same cluster */
  readonly target?: { readonly namespace: string; readonly name: string };
  /** A service account, `namespace:name`. @default the administrator */
  readonly account?: string;
  /** Other settings than the usual ones. */
  readonly config?: Partial<ControllerConfig>;
}

/** Controllers with a connection of their own, as a process has them. */
export class Process {
  hosted: HostedTarget | undefined;
  readonly events: (RecordedEvent & { readonly about: string })[] = [];
  private readonly looks = new Set<() => void>();

  private constructor(readonly cluster: KubeCluster, private readonly controllers: readonly Controller[], private readonly ending: AbortController) {}

  static async start(shard: string, namespace: string, controllers: readonly Controller[], options: ProcessOptions = {}): Promise<Process> {
    const { server = kubeconfig, aheadMs = 0, after = systemClock.after, target: secret, config = {}, account } = options;
    const as = account === undefined ? {} : { as: `system:serviceaccount:${account}`, asGroups: ['system:serviceaccounts', 'system:authenticated'] };
    const cluster = await connect({ kubeconfig: server, ...as });
    const ending = new AbortController();
    const process = new Process(cluster, controllers, ending);
    const shared = shareStreams(cluster, LABEL_OWNER_NAME);
    const clock = options.clock ?? { ...systemClock, after, now: () => new Date(Date.now() + aheadMs) };
    const hosted = secret && new HostedTarget({ management: cluster, secret: { key: 'kubeconfig', ...secret }, clock, log: silentLog });
    hosted?.cluster.fenceWrites(() => hosted.isKnown);
    hosted?.begin();
    process.hosted = hosted;
    const context: ControllerContext = {
      cluster,
      shared,
      target: hosted ?? managementTarget(cluster, shared),
      clock,
      log: silentLog,
      metrics: noMetrics,
      events: {
        record: (about, event) => {
          process.events.push({ ...event, about: about.metadata.name ?? '' });
          for (const look of process.looks) look();
        },
      },
      config: { ...DEFAULT_CONFIG, namespace, watchSelector: `${LABEL_SHARD}=${shard}`, ...config },
      gates: featureGates(),
      signal: ending.signal,
    };
    for (const controller of controllers) await controller.serve?.(context);
    for (const controller of controllers) await controller.start(context);
    return process;
  }

  /** Waits until so many events of this reason were told. */
  told(reason: string, count = 1): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.events.filter((event) => event.reason === reason).length < count) return;
        this.looks.delete(look);
        resolve();
      };
      this.looks.add(look);
      look();
    });
  }

  /** @param abrupt as a process that is killed: nothing more is sent, and nothing is waited for */
  async stop(abrupt = false): Promise<void> {
    this.ending.abort();
    if (abrupt) {
      this.cluster.close();
      this.hosted?.close();
    }
    await Promise.all(this.controllers.map((controller) => controller.stop(abrupt ? 0 : 2_000)));
    this.hosted?.close();
    this.cluster.close();
  }
}

export interface RevisionText {
  readonly number?: number;
  readonly version?: string;
  readonly state?: 'Active' | 'Paused' | 'Archived';
  readonly phases: readonly (readonly [name: string, ...objects: readonly (object | { readonly ref: object })[]])[];
  readonly spec?: object;
  readonly metadata?: object;
}

/** A namespace, an extension name, and the clients of a test. */
export class ControllerBench {
  private processes: Process[] = [];
  /** What has to go at the end, and is in no namespace. */
  private readonly others: ObjectRef[] = [];

  private constructor(readonly client: OtherClient, readonly namespace: string, readonly extension: string) {}

  static async open(prefix: string): Promise<ControllerBench> {
    const client = new OtherClient(await connect({ kubeconfig }));
    await installCrds(client);
    const namespace = unique(prefix);
    await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    return new ControllerBench(client, namespace, namespace);
  }

  /** Everything goes, with nobody there to take it down. */
  async close(): Promise<void> {
    for (const process of this.processes) await process.stop();
    const { objects } = await this.client.cluster.list({
      apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', labelSelector: `${LABEL_SHARD}=${this.extension}`,
    }, { metadataOnly: true });
    for (const { metadata: { name = '' } } of objects) {
      await this.client.cluster.patch(this.revisionRef(name), [{ op: 'add', path: '/metadata/finalizers', value: [] }], 'kubectl');
      await this.client.delete(this.revisionRef(name));
    }
    for (const ref of [...this.others, { apiVersion: 'v1', kind: 'Namespace', name: this.namespace }]) await this.client.delete(ref);
    this.client.cluster.close();
  }

  async start(controllers: Controller | readonly Controller[], options: ProcessOptions = {}): Promise<Process> {
    const process = await Process.start(this.extension, this.namespace, [controllers].flat(), options);
    this.processes.push(process);
    return process;
  }

  async stop(process: Process, abrupt = false): Promise<void> {
    this.processes = this.processes.filter((other) => other !== process);
    await process.stop(abrupt);
  }

  revisionRef(name: string): ObjectRef {
    return { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name };
  }

  nameOf(number = 1): string {
    return `${this.extension}-${number}`;
  }

  /** The manifest of a revision, as a person writes it. */
  manifest({ number = 1, version, state = 'Active', phases, spec = {}, metadata = {} }: RevisionText): KubeObject {
    return {
      apiVersion: API_VERSION,
      kind: 'ClusterExtensionRevision',
      metadata: {
        name: this.nameOf(number),
        labels: { [LABEL_SHARD]: this.extension, [LABEL_OWNER_NAME]: this.extension },
        ...(version === undefined ? {} : { annotations: { 'olm.operatorframework.io/bundle-version': version } }),
        ...metadata,
      },
      spec: {
        lifecycleState: state,
        revision: number,
        collisionProtection: 'Prevent',
        phases: phases.map(([name, ...objects]) => ({ name, objects: objects.map((object) => ('ref' in object ? object : { object })) })),
        ...spec,
      },
    };
  }

  /** Creates it, as `kubectl create` does; what names revisions before it has to be there. */
  async create(text: RevisionText): Promise<KubeObject> {
    return stored(await this.client.cluster.create(this.manifest(text)));
  }

  /** As `kubectl create -f -` does. */
  async createYaml(text: string): Promise<void> {
    for (const object of loadAll(text) as readonly KubeObject[]) stored(await this.client.cluster.create(object));
  }

  /** The number of the newest before, as `spec.previous` names it. */
  async after(...numbers: readonly number[]): Promise<{ readonly previous: readonly { readonly name: string; readonly uid: string }[] }> {
    return { previous: await Promise.all(numbers.map(async (number) => {
      const { name = '', uid = '' } = (await this.client.get(this.revisionRef(this.nameOf(number)))).metadata;
      return { name, uid };
    })) };
  }

  /** Waits until the condition has this reason, and gives it. */
  async reason(type: string, reason: string, number = 1): Promise<Condition> {
    let found: Condition | undefined;
    await this.client.until(this.revisionRef(this.nameOf(number)), (live) => {
      found = conditionOf(live, type);
      return found?.reason === reason;
    });
    return found as Condition;
  }

  async condition(type: string, number = 1): Promise<Condition | undefined> {
    return conditionOf(await this.client.get(this.revisionRef(this.nameOf(number))), type);
  }

  async patch(number: number, path: string, value: unknown): Promise<void> {
    stored(await this.client.cluster.patch(this.revisionRef(this.nameOf(number)), [{ op: 'add', path, value }], 'kubectl'));
  }

  async gone(ref: ObjectRef): Promise<void> {
    await this.client.until(ref, (live) => live === undefined);
  }

  object(kind: string, name: string, content: object = {}, apiVersion = 'v1'): KubeObject {
    return { apiVersion, kind, metadata: { name, namespace: this.namespace }, ...content };
  }

  configMap(name: string, value: string): KubeObject {
    return this.object('ConfigMap', name, { data: { value } });
  }

  /** A Deployment that the nodes of the test cluster make available. */
  deployment(name: string, image = 'example.com/web:1'): KubeObject {
    const labels = { app: name };
    return this.object('Deployment', name, {
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } },
      },
    }, 'apps/v1');
  }

  /** A claim that nothing binds by itself. */
  claim(name: string): KubeObject {
    const resources = { requests: { storage: '1Gi' } };
    return this.object('PersistentVolumeClaim', name, { spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources } });
  }

  /** A volume for the claim. It goes with `close`. */
  async bind(claim: string): Promise<void> {
    const name = `${this.namespace}-${claim}`;
    this.others.push({ apiVersion: 'v1', kind: 'PersistentVolume', name });
    await this.client.apply({
      apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name },
      spec: {
        accessModes: ['ReadWriteOnce'], storageClassName: '', capacity: { storage: '1Gi' }, hostPath: { path: '/nowhere' },
        claimRef: { namespace: this.namespace, name: claim }, persistentVolumeReclaimPolicy: 'Retain',
      },
    });
  }

  ref(kind: string, name: string, apiVersion = 'v1'): ObjectRef {
    return { apiVersion, kind, namespace: this.namespace, name };
  }

  async uids(...refs: readonly ObjectRef[]): Promise<readonly string[]> {
    return Promise.all(refs.map(async (ref) => (await this.client.get(ref)).metadata.uid ?? ''));
  }
}

export function conditionOf(object: KubeObject | undefined, type: string): Condition | undefined {
  const { conditions } = (object?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] | null };
  return conditions?.find((condition) => condition.type === type);
}

