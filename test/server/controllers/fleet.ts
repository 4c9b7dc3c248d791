/** A controller process of its own for the tests of one file, a registry with bundles and catalogs, and the objects that it looks after. */
import { join } from 'node:path';
import { type Condition, type KubeObject, type ObjectRef } from '../../../lib/api';
import { Front, REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../registry';
import { boxcutter, buildCommand, type Running, scratchFolder, start, TestCluster } from '../cli/command';
import { CatalogFolder } from '../cli/catalogs/fixture';
import { installCrds } from '../support/controllers';
import { OtherClient } from '../support/extension';

const API_VERSION = 'olm.operatorframework.io/v1';

export interface RunningControllers extends Running {
  /** Address of its metrics. */
  readonly metrics: string;
}

export interface Fleet {
  readonly scratch: ReturnType<typeof scratchFolder>;
  readonly test: TestCluster;
  /** Another client of the cluster. */
  readonly other: OtherClient;
  readonly front: Front;
  /** Suffix of names that nothing else on the cluster has, and value of the label of everything that this process looks at. */
  readonly shard: string;
  /** Starts the controllers; ended after the tests of the file. */
  startControllers(...args: readonly string[]): Promise<RunningControllers>;
  /** `kubectl apply` of one of our kinds, with the label of this process. */
  apply(kind: string, name: string, spec: object): Promise<KubeObject>;
  patch(ref: ObjectRef, spec: object): Promise<void>;
  /** Waits, by watch, until a condition says this: `Progressing True RollingOut`, with a part of the message behind a colon. */
  until(ref: ObjectRef, said: string): Promise<KubeObject>;
}

export function extension(name: string): ObjectRef {
  return { apiVersion: API_VERSION, kind: 'ClusterExtension', name };
}

export function revision(name: string): ObjectRef {
  return { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name };
}

export function clusterCatalog(name: string): ObjectRef {
  return { apiVersion: API_VERSION, kind: 'ClusterCatalog', name };
}

/** `Available True ProbesSucceeded`, each condition a line. */
export function saidOf(object: KubeObject | undefined): readonly string[] {
  const { conditions } = (object?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] | null };
  return (conditions ?? []).map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`);
}

/** Sets up before the tests of the file, and takes down after them. */
export function fleet(): Fleet {
  const scratch = scratchFolder();
  let opened: { readonly test: TestCluster; readonly registry: RunningRegistry; readonly front: Front; readonly other: OtherClient } | undefined;
  const running: Running[] = [];
  const opening = () => {
    if (opened === undefined) throw new Error('there is no cluster before the first test');
    return opened;
  };
  beforeAll(async () => {
    buildCommand();
    const test = await TestCluster.begin();
    const registry = await startRegistry();
    opened = { test, registry, front: await Front.start(registry.host), other: new OtherClient(test.cluster, 'kubectl') };
    await installCrds(new OtherClient(test.cluster));
  }, REGISTRY_START_MS);
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ finished }) => finished));
    await opened?.front.close();
    await opened?.registry.close();
    await opened?.test.end();
  });
  return {
    scratch,
    get test() { return opening().test; },
    get other() { return opening().other; },
    get front() { return opening().front; },
    get shard() { return opening().test.namespace; },
    startControllers: async (...args) => {
      const { test, front } = opening();
      const controllers = start([
        'controller', 'run', '--no-leader-election', '--namespace', test.namespace, '--watch-selector', `shard=${test.namespace}`,
        '--health-address', '127.0.0.1:0', '--metrics-address', '127.0.0.1:0', '--catalogs-address', '127.0.0.1:0',
        '--catalogs-directory', join(scratch.path, 'catalogs'), ...args,
      ], { env: { BOXCUTTER_REGISTRIES: scratch.write('registries.yaml', JSON.stringify({ registries: { [front.host]: { plainHttp: true } } })) } });
      running.push(controllers);
      let said = '';
      controllers.child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
      await controllers.printed(/"reconciling"/);
      return { ...controllers, metrics: /"metrics":"([^"]+)"/.exec(said)?.[1] ?? '' };
    },
    apply: (kind, name, spec) => opening().other.apply({
      apiVersion: API_VERSION, kind, metadata: { name, labels: { shard: opening().test.namespace } }, spec,
    }),
    patch: async (ref, spec) => {
      const { test, other } = opening();
      const { apiVersion, kind, name } = ref;
      await other.apply({ apiVersion, kind, metadata: { name, labels: { shard: test.namespace } }, spec });
    },
    until: async (ref, said) => {
      const { other } = opening();
      const [head = '', ...rest] = said.split(': ');
      const message = rest.join(': ');
      let last: KubeObject | undefined;
      await other.until(ref, (live) => {
        last = live ?? last;
        return saidOf(live).some((one) => one.startsWith(`${head}:`) && one.includes(message));
      });
      return last as KubeObject;
    },
  };
}

/** A catalog whose bundles are images of the registry of the tests. */
export class PublishedCatalog {
  private readonly folder: CatalogFolder;

  constructor(private readonly fleet: Pick<Fleet, 'scratch' | 'front' | 'shard'>, private readonly name: string) {
    this.folder = new CatalogFolder(fleet.scratch, name, fleet.shard);
  }

  groupOf(packageName: string): string {
    return this.folder.groupOf(packageName);
  }

  /** Pushes the bundle, and puts it into the catalog. */
  async bundle(packageName: string, version: string, options: Parameters<CatalogFolder['bundle']>[2] = {}): Promise<this> {
    const draft = new CatalogFolder(this.fleet.scratch, `${this.name}-draft`, this.fleet.shard);
    const image = `${this.fleet.front.host}/${this.name}/${packageName}:v${version}`;
    if (options.carried !== undefined) {
      this.folder.bundle(packageName, version, options);
      return this;
    }
    const pushed = await boxcutter(['bundle', 'push', draft.bundle(packageName, version, options), image, '-o', 'json'], { env: this.env });
    if (pushed.code !== 0) throw new Error(pushed.stderr);
    this.folder.bundle(packageName, version, { ...options, image });
    return this;
  }

  package(...args: Parameters<CatalogFolder['package']>): this {
    this.folder.package(...args);
    return this;
  }

  /** From now on the catalog says that a bundle needs a package; its image stays what it is. */
  needs(...args: Parameters<CatalogFolder['needs']>): this {
    this.folder.needs(...args);
    return this;
  }

  deprecate(...args: Parameters<CatalogFolder['deprecate']>): this {
    this.folder.deprecate(...args);
    return this;
  }

  /** @returns the reference of the image of the catalog, as it is now */
  async push(tag = 'v1'): Promise<string> {
    this.folder.save();
    const ref = `${this.fleet.front.host}/${this.name}/catalog:${tag}`;
    const pushed = await boxcutter(['catalog', 'push', this.folder.path, ref], { env: this.env });
    if (pushed.code !== 0) throw new Error(pushed.stderr);
    return ref;
  }

  private get env(): Record<string, string> {
    const { scratch, front } = this.fleet;
    return { BOXCUTTER_REGISTRIES: scratch.write('push.yaml', JSON.stringify({ registries: { [front.host]: { plainHttp: true } } })) };
  }
}

