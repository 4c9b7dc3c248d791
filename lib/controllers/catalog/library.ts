/**
 * The catalogs that this process has: on disk by their digest, on the shelf for those who ask over HTTP, and in memory for the resolver.
 * Every replica has one; what it takes in is decided by its user.
 */
import type { BundleProperty, ClusterCatalog, JsonObject } from '../../api';
import { type CarryingBlob, type Catalog, catalogOf, type NamedCatalog, type Property } from '../../catalog';
import {
  type CatalogShelf, type CatalogStore, loadStored, type RemoteCatalog, registryCatalog, type ReachOptions, takeIn, type TakenIn,
} from '../../catalog-store';
import { defined } from '../../defined';
import { isBoxcutterError, messageOf } from '../../errors';
import { parseImageReference } from '../../image';
import type { CatalogSource } from '../extension';
import type { Held } from './decide';

export interface LibraryOptions {
  readonly store: CatalogStore;
  readonly shelf: CatalogShelf;
  readonly reach?: ReachOptions;
  /** Called with a sentence for people. */
  readonly onNote?: (note: string) => void;
}

interface Entry {
  readonly held: Held;
  /** By which the store knows it. */
  readonly digest: string;
  readonly loaded: Promise<Loaded>;
}

interface Loaded {
  readonly catalog: Catalog;
  /** Its blob, whole. */
  read(packageName: string, bundle: string): Promise<JsonObject | undefined>;
}

/** Under which the store keeps what a ClusterCatalog was last. */
function keyOf(name: string): string {
  return `ClusterCatalog ${name}`;
}

export class CatalogLibrary implements CatalogSource {
  private readonly entries = new Map<string, Entry>();
  /** As they are loaded; what fails to load says why. */
  private readonly models = new Map<string, Pick<NamedCatalog, 'catalog' | 'problem'>>();
  private readonly listeners = new Set<() => void>();
  private catalogs: () => Iterable<ClusterCatalog> = () => [];
  private isClosed = false;

  constructor(private readonly options: LibraryOptions) {}

  /** Whose catalogs they are: names, priorities and labels. */
  follow(catalogs: () => Iterable<ClusterCatalog>): void {
    this.catalogs = catalogs;
  }

  held(name: string): Held | undefined {
    return this.entries.get(name)?.held;
  }

  /**
   * Asks the source what the catalog is, and takes it in when it is another one. What was there stays when this throws.
   * @param checkedAt monotonic milliseconds
   * @throws BoxcutterError what registries, images and the store say
   */
  async fetch(name: string, ref: string, checkedAt: number): Promise<Held> {
    const taken = await this.take(name, ref, 'current');
    return this.hold(name, taken, { ref, resolved: pinned(ref, taken), checkedAt });
  }

  /**
   * What another replica has found out: `ref` stands for `resolved`.
   * @throws BoxcutterError as {@link fetch}
   */
  async takeOver(name: string, ref: string, resolved: string): Promise<Held> {
    return this.hold(name, await this.take(name, resolved, 'current'), { ref, resolved });
  }

  /** As it was when it was last asked for, without asking. Undefined: nothing is kept of it. */
  async recall(name: string, ref: string, resolved: string): Promise<Held | undefined> {
    const found = await this.options.store.lookUp(keyOf(name));
    if (found === undefined || !resolved.endsWith(`@${found.validators?.etag ?? found.digest}`)) return undefined;
    const taken = await this.take(name, resolved, 'offline').catch(() => undefined);
    return taken === undefined ? undefined : this.hold(name, taken, { ref, resolved });
  }

  /** It is not served any more. What is on the disk goes when nothing needs it. */
  async drop(name: string): Promise<void> {
    if (!this.entries.delete(name)) return;
    this.models.delete(name);
    this.options.shelf.remove(name);
    this.tell();
    await this.options.store.collect();
  }

  list(): readonly NamedCatalog[] {
    return [...this.catalogs()].map(({ metadata: { name = '', labels = {} }, spec: { priority = 0, availabilityMode }, status }) => {
      const identity = { name, priority, labels, ...(availabilityMode === 'Unavailable' ? { isDisabled: true } : {}) };
      const model = this.models.get(name);
      const problem = { found: status?.resolvedSource === undefined ? 'not-served' : 'not-cached' } as const;
      return { ...identity, ...(model ?? { problem }) } as NamedCatalog;
    });
  }

  async properties(catalog: string, packageName: string, bundle: string): Promise<readonly BundleProperty[]> {
    const loaded = await this.entries.get(catalog)?.loaded;
    const properties = (await loaded?.read(packageName, bundle))?.['properties'];
    return Array.isArray(properties) ? properties as unknown as readonly Property[] : [];
  }

  async carrying(catalog: string, packageName: string, bundle: string): Promise<CarryingBlob | undefined> {
    const loaded = await this.entries.get(catalog)?.loaded;
    const blob = await loaded?.read(packageName, bundle);
    const channels = [...loaded?.catalog.packages.get(packageName)?.channels.values() ?? []];
    return blob && { blob, channels: channels.filter(({ entries }) => entries.has(bundle)).map(({ name }) => name) };
  }

  onChange(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  }

  /** Something that `list` says is another than before. */
  tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** What is still being taken in is not kept. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.entries.clear();
    await this.options.shelf.close();
  }

  private take(name: string, ref: string, freshness: 'current' | 'offline'): Promise<TakenIn> {
    const { store, onNote, reach = {} } = this.options;
    return takeIn(remoteOf(name, ref, reach), { store, freshness, ...defined({ onNote }) });
  }

  private async hold(name: string, { stored, record: { since } }: TakenIn, held: Held): Promise<Held> {
    if (this.isClosed) {
      await stored.close();
      return held;
    }
    const before = this.entries.get(name);
    if (before?.digest === stored.digest) {
      await stored.close();
      this.entries.set(name, { ...before, held });
      return held;
    }
    this.options.shelf.put(name, { stored, since });
    const loaded = loadStored(stored, held.resolved).then((found): Loaded => {
      const catalog = catalogOf(found.content);
      return { catalog, read: async (packageName, bundle) => {
        const place = catalog.packages.get(packageName)?.bundles.get(bundle)?.place;
        return place === undefined ? undefined : found.read(place);
      } };
    });
    const entry = { held, digest: stored.digest, loaded };
    this.entries.set(name, entry);
    const model = await loaded.then(({ catalog }) => ({ catalog }), (error: unknown) => (
      { problem: { found: 'unreadable', why: messageOf(error) } as const }
    ));
    if (this.entries.get(name) === entry) this.models.set(name, model);
    this.tell();
    await this.options.store.collect();
    return held;
  }
}

/** One name for all that a ClusterCatalog ever was: so the store knows what it was last, wherever it came from. */
function remoteOf(name: string, ref: string, reach: ReachOptions): RemoteCatalog {
  const reference = parseImageReference(ref);
  const remote = registryCatalog(reference, reach);
  const { digest } = reference;
  return {
    ...remote,
    key: keyOf(name),
    // A digest never stands for something else, but the catalog may name another one now.
    now: (known) => remote.now(digest === undefined || known?.validators?.etag === digest ? known : undefined),
  };
}

/** Of what the reference stood for when it was asked about. */
function pinned(ref: string, { record: { digest, validators } }: TakenIn): string {
  const { registry, repository } = parseImageReference(ref);
  return `${registry}/${repository}@${validators?.etag ?? digest}`;
}

/** Nothing that is tried again would help. */
export function isBlocked(error: unknown, ref: string): boolean {
  if (!isBoxcutterError(error) || error.category !== 'input') return false;
  return error.code === 'image-reference-invalid' || ref.includes('@');
}
