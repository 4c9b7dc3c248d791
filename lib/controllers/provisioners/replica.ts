/** What every replica of the provisioners does: it knows the Bundles, and serves what was unpacked of them. */
import { join } from 'node:path';
import { listen, type RunningServer } from '../../catalog-store';
import { defined } from '../../defined';
import { messageOf } from '../../errors';
import { cacheOf } from '../../home';
import type { RegistryOptions } from '../../image';
import { isLinkLocal, isThisMachine } from '../../net';
import { callerCheck } from '../process/metrics/authorize';
import { type ControllerContext, measureObjects, ResourceCache, wordsOf } from '../process';
import { unpackedOf } from './bundle/decide';
import { Contents } from './content/contents';
import { contentHandler, contentPath } from './content/server';
import { ContentStore, type PackedContent } from './content/store';
import { type LiveBundle, ownerUid } from './model';
import { BUNDLE_KIND, isClass } from './names';

export interface ReplicaOptions {
  /** How images are reached. @default as the command does */
  readonly registry?: RegistryOptions;
  /** Servers on this machine may be sources of bundles, as those of tests are. @default false */
  readonly allowLoopback?: boolean;
}

export class Replica {
  isReady = false;
  private readonly ending = new AbortController();
  readonly bundles: ResourceCache<LiveBundle>;
  readonly contents: Contents;
  private server: RunningServer | undefined;
  private isSynced = false;
  private isCollecting = false;
  private isCollectedAgain = false;

  constructor(private readonly context: ControllerContext, { registry, allowLoopback = false }: ReplicaOptions) {
    const { cluster, config, log, metrics, clock } = context;
    const selected = config.watchSelector === '' ? {} : { labelSelector: config.watchSelector };
    this.bundles = new ResourceCache<LiveBundle>(cluster, { ...BUNDLE_KIND, ...selected }, {
      index: { owner: (bundle) => [ownerUid(bundle) ?? ''] },
      onTrouble: (problem) => log.warn({}, `Bundles cannot be watched: ${wordsOf(problem)}`),
    });
    measureObjects(metrics, this.bundles, 'Bundle', clock);
    this.contents = new Contents(new ContentStore({ directory: config.provisioners.directory ?? join(cacheOf(), 'bundles') }), {
      cluster: cluster.lane('bundle-sources'), namespace: config.namespace, ...defined({ registry }),
      refuses: (address) => isLinkLocal(address) || (!allowLoopback && isThisMachine(address)),
      directories: config.provisioners.sourceDirectories ?? [], onNote: (note) => log.info({}, note),
    }, this.ending.signal, () => this.collect());
  }

  /** Resolves when it serves what is unpacked. */
  async begin(): Promise<void> {
    const { cluster, config: { provisioners: { address, tls } }, log, clock } = this.context;
    if (address !== undefined) {
      const onFault = (error: unknown): void => log.error({ err: error }, `a request could not be answered: ${messageOf(error)}`);
      const refused = callerCheck({ cluster: cluster.lane('authorize-bundles', { urgent: true, unfenced: true }), clock });
      const handler = contentHandler({ refused, content: (name) => this.packed(name), onFault });
      const server = await listen(handler, { ...address, tls, onNote: (note) => log.info({}, note) });
      if (this.ending.signal.aborted) return server.close(0);
      this.server = server;
    }
    await this.bundles.synced;
    this.isSynced = true;
    // What went while nobody looked.
    this.collect();
    this.bundles.on({ removed: () => this.collect() });
    log.info({ url: this.server?.url }, this.server === undefined ? 'bundles are not served' : 'serving bundles');
    this.isReady = true;
  }

  /** Undefined: it is not served. */
  urlOf(bundle: string): string | undefined {
    const base = this.server && (this.context.config.provisioners.url ?? this.server.url);
    return base === undefined ? undefined : `${base.replace(/\/$/, '')}${contentPath(bundle)}`;
  }

  /** Sources are not read to their end. */
  breakOff(): void {
    this.ending.abort();
  }

  async end(graceMs: number): Promise<void> {
    this.isReady = false;
    this.ending.abort();
    this.bundles.close();
    await this.server?.close(graceMs);
  }

  /** Each replica has a disk of its own. What is not there any more when it is needed is unpacked again, so that this may go wrong. */
  private collect(): void {
    this.isCollectedAgain = this.isCollecting;
    // Before it is known which Bundles there are, nothing can be said of what they need.
    if (this.isCollecting || !this.isSynced) return;
    this.isCollecting = true;
    const needed = (): ReadonlySet<string> => new Set([...this.bundles.list()].flatMap(({ status }: LiveBundle) => status?.digest ?? []));
    void this.contents.collect(needed).catch((error: unknown) => (
      this.context.log.warn({}, `content that nobody needs could not be removed: ${messageOf(error)}`)
    )).finally(() => {
      this.isCollecting = false;
      if (this.isCollectedAgain) this.collect();
    });
  }

  private async packed(name: string): Promise<PackedContent | undefined> {
    const bundle = this.bundles.get(name);
    const unpacked = bundle && unpackedOf(bundle);
    const className = bundle?.spec.provisionerClassName ?? '';
    if (unpacked === undefined || !isClass(className)) return undefined;
    return this.contents.packed(unpacked, className);
  }
}
