/** A catalog that is in memory and carries its bundles: for controllers in the process of the test, without a registry. */
import { asObject, type JsonObject } from '../../../lib/api';
import { catalogFilesFromDirectory, catalogOf, type LoadedCatalog, loadCatalog, type NamedCatalog } from '../../../lib/catalog';
import type { CatalogSource } from '../../../lib/controllers/extension';
import { CatalogFolder, type Entry } from '../cli/catalogs/fixture';
import type { scratchFolder } from '../cli/command';

type BundleOptions = NonNullable<Parameters<CatalogFolder['bundle']>[2]>;

export class CarriedCatalog implements CatalogSource {
  private readonly folder: CatalogFolder;
  private readonly entries = new Map<string, Entry[]>();
  private readonly listeners = new Set<() => void>();
  private loaded: LoadedCatalog | undefined;

  constructor(scratch: ReturnType<typeof scratchFolder>, private readonly name: string, suffix: string) {
    this.folder = new CatalogFolder(scratch, name, suffix);
  }

  groupOf(packageName: string): string {
    return this.folder.groupOf(packageName);
  }

  /** One version more of a package, which may follow any before it. @param tell false: nobody hears of it */
  async publish(packageName: string, version: string, options: BundleOptions & { readonly tell?: boolean } = {}): Promise<void> {
    const { tell = true, ...bundle } = options;
    const entries = this.entries.get(packageName) ?? [];
    const [last] = entries.slice(-1);
    entries.push({ name: version, ...(last === undefined ? {} : { replaces: `${packageName}.v${last.name}`, skipRange: `<${version}` }) });
    this.entries.set(packageName, entries);
    this.folder.bundle(packageName, version, { ...bundle, carried: true });
    this.folder.package(packageName, { stable: entries });
    this.loaded = await loadCatalog(catalogFilesFromDirectory(this.folder.save().path));
    if (tell) for (const listener of this.listeners) listener();
  }

  list(): readonly NamedCatalog[] {
    return this.loaded === undefined ? [] : [{ name: this.name, priority: 0, labels: {}, catalog: catalogOf(this.loaded.content) }];
  }

  async properties(_catalog: string, packageName: string, bundle: string): ReturnType<CatalogSource['properties']> {
    return ((await this.blob(packageName, bundle))?.['properties'] ?? []) as unknown as Awaited<ReturnType<CatalogSource['properties']>>;
  }

  async carrying(_catalog: string, packageName: string, bundle: string): ReturnType<CatalogSource['carrying']> {
    const blob = await this.blob(packageName, bundle);
    return blob && { blob, channels: ['stable'] };
  }

  onChange(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  }

  private async blob(packageName: string, bundle: string): Promise<JsonObject | undefined> {
    const place = this.loaded && catalogOf(this.loaded.content).packages.get(packageName)?.bundles.get(bundle)?.place;
    return place && asObject(await this.loaded?.read(place));
  }
}
