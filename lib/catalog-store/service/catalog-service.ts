/**
 * Keeps a shelf of catalogs as their sources are: folders that change, tags that move, catalogs of other servers. A catalog is replaced
 * when the new one is whole; until then, and when it cannot be had or read, the old one stays.
 */
import { resolve } from 'node:path';
import { walkMetas } from '../../catalog';
import { loadWording } from '../../catalog/load';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../errors';
import { formatIssue, type Issue } from '../../issue';
import { locateCatalog } from '../open/open-catalog';
import type { ReachOptions } from '../open/source';
import { takeIn, type TakenIn } from '../open/take-in';
import type { CatalogShelf } from '../server/shelf';
import type { CatalogStore } from '../store/store';
import { fingerprintOf } from './fingerprint';
import { watchFolder } from './folder-watch';

export interface ServiceCatalog {
  /** By which clients ask for it. */
  readonly name: string;
  /** What `openCatalog` understands. */
  readonly source: string;
}

export interface CatalogServiceOptions extends ReachOptions {
  readonly shelf: CatalogShelf;
  readonly store: CatalogStore;
  /** How often sources are looked at, in milliseconds; folders are watched as well. */
  readonly intervalMs: number;
  /** Called with a sentence for people. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export type Refreshed = 'changed' | 'unchanged' | 'failed';

export class CatalogService {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, Promise<Refreshed>>();
  private readonly fingerprints = new Map<string, string>();
  private readonly watches: (() => void)[] = [];
  private isStopped = false;

  constructor(private readonly catalogs: readonly ServiceCatalog[], private readonly options: CatalogServiceOptions) {}

  /**
   * Takes all catalogs in, one after the other, and begins to look after them. What cannot be reached is served as it was when it was last
   * fetched, if it is kept here.
   * @throws BoxcutterError what opening them throws; `catalog-invalid` names what cannot be read
   */
  async start(): Promise<void> {
    for (const catalog of this.catalogs) {
      try {
        await this.take(catalog, 'last-known');
      } catch (error) {
        throw isBoxcutterError(error) ? inWords(error) : error;
      }
    }
    for (const catalog of this.catalogs) {
      this.watches.push(watchFolder(catalog.source, () => void this.refresh(catalog)));
      this.later(catalog);
    }
  }

  /** Looks at one source now. Never rejects: what is wrong is a note, and the catalog stays as it was. */
  async refresh(catalog: ServiceCatalog): Promise<Refreshed> {
    const before = this.running.get(catalog.name);
    // What changes while it is looked at is found by looking once more.
    const run = (before ?? Promise.resolve()).then(() => this.refreshOnce(catalog));
    this.running.set(catalog.name, run);
    const refreshed = await run;
    if (this.running.get(catalog.name) === run) this.running.delete(catalog.name);
    return refreshed;
  }

  /** All of them. */
  async refreshAll(): Promise<void> {
    for (const catalog of this.catalogs) await this.refresh(catalog);
  }

  /** Looks no more. What is being looked at is ended first. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const end of this.watches) end();
    await Promise.all(this.running.values());
  }

  private async refreshOnce(catalog: ServiceCatalog): Promise<Refreshed> {
    if (this.isStopped) return 'unchanged';
    const { onNote = () => {}, store } = this.options;
    try {
      if (!(await this.take(catalog, 'current'))) return 'unchanged';
      onNote(`The catalog ${catalog.name} has changed; the server now serves the new content.`);
      await store.collect();
      return 'changed';
    } catch (error) {
      const known = isBoxcutterError(error) ? inWords(error) : undefined;
      if (known?.category !== 'interrupted') onNote(`The catalog ${catalog.name} is still served as it was. `
        + `${known?.message ?? messageOf(error)}`);
      return 'failed';
    } finally {
      this.later(catalog);
    }
  }

  private later(catalog: ServiceCatalog): void {
    clearTimeout(this.timers.get(catalog.name));
    if (this.isStopped) return;
    this.timers.set(catalog.name, setTimeout(() => void this.refresh(catalog), this.options.intervalMs));
  }

  /** @returns false: it is what is served already */
  private async take(catalog: ServiceCatalog, freshness: 'current' | 'last-known'): Promise<boolean> {
    const { shelf, store, onNote } = this.options;
    const { name, source } = catalog;
    const located = await locateCatalog(source, this.options);
    if (located.type === 'remote') {
      this.fingerprints.delete(name);
      return this.put(name, await takeIn(located.remote, { store, freshness, onNote, thorough: !shelf.names.includes(name) }));
    }
    const fingerprint = await fingerprintOf(located.path);
    if (fingerprint !== undefined && fingerprint === this.fingerprints.get(name) && shelf.get(name) !== undefined) return false;
    const digest = await store.write(walkMetas(located.files));
    const record = await store.name(`path ${resolve(located.path)}`, digest);
    const stored = await store.open(digest);
    if (stored === undefined) throw new Error(`${store.directory} does not keep what is written to it`);
    const isNew = await this.put(name, { stored, record });
    // A file that changes while it is read is found by the next look.
    if (fingerprint !== undefined) this.fingerprints.set(name, fingerprint);
    return isNew;
  }

  private async put(name: string, { stored, record }: TakenIn): Promise<boolean> {
    const { shelf } = this.options;
    const served = shelf.get(name);
    if (served?.stored.digest === stored.digest && served.stored.sha256 === stored.sha256) {
      await stored.close();
      return false;
    }
    shelf.put(name, { stored, since: record.since });
    return true;
  }
}

/** What cannot be read, by file and line. */
function inWords(error: BoxcutterError): BoxcutterError {
  const { issue } = error.details;
  if (error.code !== 'catalog-invalid' || issue === undefined) return error;
  return new BoxcutterError('catalog-invalid', 'input', `It cannot be read: ${formatIssue(issue as Issue, loadWording)}`, {
    details: error.details, cause: error,
  });
}
