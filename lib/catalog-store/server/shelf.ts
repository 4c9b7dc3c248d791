/** The catalogs that a server has, by name. Replacing one is one step: a request gets the old one to its end, or the new one. */
import type { StoredCatalog } from '../store/stored-catalog';

export interface ServedCatalog {
  readonly stored: StoredCatalog;
  /** Since when it is served, in whole seconds: Last-Modified. */
  readonly since: Date;
}

export class CatalogShelf {
  private readonly catalogs = new Map<string, ServedCatalog>();

  get(name: string): ServedCatalog | undefined {
    return this.catalogs.get(name);
  }

  get names(): readonly string[] {
    return [...this.catalogs.keys()].sort();
  }

  /** The one that was there is closed when its last reader is done. */
  put(name: string, served: ServedCatalog): void {
    const before = this.catalogs.get(name);
    this.catalogs.set(name, served);
    if (before !== undefined && before.stored !== served.stored) void before.stored.close();
  }

  remove(name: string): void {
    const before = this.catalogs.get(name);
    this.catalogs.delete(name);
    void before?.stored.close();
  }

  async close(): Promise<void> {
    const all = [...this.catalogs.values()];
    this.catalogs.clear();
    await Promise.all(all.map(({ stored }) => stored.close()));
  }
}
