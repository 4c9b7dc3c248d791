/** What every replica of the provisioners does: it knows the Bundles, and serves what was unpacked of them. */
import { join } from 'node:path';
import { listen, type RunningServer } from '../../catalog-store';
import { defined } from '../../defined';
import { messageOf } from '../../errors';
import { cacheOf } from '../../home';
import type { RegistryOptions } from '../../image';
import { callerCheck } from '../process/metrics/authorize';
import { type ControllerContext, measureObjects, ResourceCache, wordsOf } from '../process';
import { unpackedOf } from './bundle/decide';
import { Contents } from './content/contents';
import { contentHandler, contentPath } from './content/server';
import { ContentStore } from './content/store';
import { type LiveBundle, ownerUid } from './model';
import { BUNDLE_KIND, isClass } from './names';

export interface ReplicaOptions {
  /** How images are reached. @default as the command does */
  readonly registry?: RegistryOptions;
}

export class Replica {
  isReady = false;
  private isEnded = false;
  readonly bundles: ResourceCache<LiveBundle>;
  readonly contents: Contents;
  private server: RunningServer | undefined;

  constructor(private readonly context: ControllerContext, { registry }: ReplicaOptions) {
    const { cluster, config, log, metrics, clock } = context;
    const selected = config.watchSelector === '' ? {} : { labelSelector: config.watchSelector };
    this.bundles = new ResourceCache<LiveBundle>(cluster, { ...BUNDLE_KIND, ...selected }, {
      index: { owner: (bundle) => [ownerUid(bundle) ?? ''] },
      onTrouble: (problem) => log.warn({}, `Bundles cannot be watched: ${wordsOf(problem)}`),
    });
    measureObjects(metrics, this.bundles, 'Bundle', clock);
    this.contents = new Contents(new ContentStore({ directory: config.provisioners.directory ?? join(cacheOf(), 'bundles') }), {
      cluster: cluster.lane('bundle-sources'), namespace: config.namespace, allowLocal: false, ...defined({ registry }),
      onNote: (note) => log.info({}, note),
    });
  }

  /** Resolves when it serves what is unpacked. */
  async begin(): Promise<void> {
    const { cluster, config: { provisioners: { address, tls } }, log, clock } = this.context;
    if (address !== undefined) {
      const onFault = (error: unknown): void => log.error({ err: error }, `a request could not be answered: ${messageOf(error)}`);
      const refused = callerCheck({ cluster: cluster.lane('authorize-bundles', { urgent: true, unfenced: true }), clock });
      const handler = contentHandler({ refused, content: (name) => this.packed(name), onFault });
      const server = await listen(handler, { ...address, tls, onNote: (note) => log.info({}, note) });
      if (this.isEnded) return server.close(0);
      this.server = server;
    }
    await this.bundles.synced;
    log.info({ url: this.server?.url }, this.server === undefined ? 'bundles are not served' : 'serving bundles');
    this.isReady = true;
  }

  /** Undefined: it is not served. */
  urlOf(bundle: string): string | undefined {
    const base = this.server && (this.context.config.provisioners.url ?? this.server.url);
    return base === undefined ? undefined : `${base.replace(/\/$/, '')}${contentPath(bundle)}`;
  }

  async end(graceMs: number): Promise<void> {
    this.isReady = false;
    this.isEnded = true;
    this.bundles.close();
    await this.server?.close(graceMs);
  }

  private async packed(name: string): Promise<{ readonly digest: string; readonly bytes: Buffer } | undefined> {
    const bundle = this.bundles.get(name);
    const unpacked = bundle && unpackedOf(bundle);
    const className = bundle?.spec.provisionerClassName ?? '';
    if (unpacked === undefined || !isClass(className)) return undefined;
    const bytes = await this.contents.packed(unpacked, className);
    return bytes && { digest: unpacked.digest, bytes };
  }
}
