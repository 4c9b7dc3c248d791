/**
 * Catalogs as text. The same blobs give the same bytes, in whatever order they come: they are sorted, JSON is indented by four spaces, and
 * every YAML document begins with `---` and has its keys sorted. What is written is read back as exactly the same values.
 */
import { posix } from 'node:path';
import type { JsonObject } from '../../api';
import { stringifyYaml } from '../../yaml';
import { escapeInQuotes } from '../../plain-text';
import { writtenExactly } from '../load/documents/exact-json';
import { inCatalogOrder, packageOfBlob } from './blob-order';
import { PackageFolders } from './folder-name';
import { inOrder, sorted } from './member-order';

export const CATALOG_SYNTAXES = ['json', 'yaml'] as const;

/** How a catalog is written down. */
export type CatalogSyntax = (typeof CATALOG_SYNTAXES)[number];

/** A whole catalog as one text; empty without blobs. */
export function writeCatalog(blobs: readonly JsonObject[], syntax: CatalogSyntax): string {
  return inCatalogOrder(blobs).map((blob) => writeBlob(blob, syntax)).join('');
}

/** One blob as a document of its own, ending in a newline. */
export function writeBlob(blob: JsonObject, syntax: CatalogSyntax): string {
  return syntax === 'json'
    ? `${escapeInQuotes(writtenExactly(inOrder(blob), (value) => JSON.stringify(value, null, 4), '"'))}\n`
    : `---\n${writtenExactly(sorted(blob), stringifyYaml, '')}`;
}

/**
 * A catalog as files, one for each package: `<package>/catalog.yaml`. Blobs of no package are in `catalog.yaml` at the root.
 * @returns texts by path, sorted, with `/`
 * @throws BoxcutterError `catalog-package-name` (category input) for a package that cannot be the name of a folder of its own
 */
export function catalogFiles(blobs: readonly JsonObject[], syntax: CatalogSyntax): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const folders = new PackageFolders();
  for (const blob of inCatalogOrder(blobs)) {
    const path = posix.join(folders.of(packageOfBlob(blob)), `catalog.${syntax}`);
    texts.set(path, (texts.get(path) ?? '') + writeBlob(blob, syntax));
  }
  return texts;
}
