/** What somebody names where catalogs are made: a bundle, a catalog, or a file that a catalog is made from. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../api';
import {
  catalogFilesFromDirectory, catalogFilesFromMap, type CatalogFiles, CONFIGS_LABEL, isComposition, isTemplate, loadCatalog,
  type LoadedCatalog,
} from '../../catalog';
import { BoxcutterError, messageOf } from '../../errors';
import { type BundleFiles, BUNDLE_LIMITS } from '../../formats';
import { formatOfFolder } from '../../formats/detect/known-formats';
import { bundleNamed } from '../../formats/project';
import { filesOf, labelsOf, type OpenedSource, openSource } from '../../image';
import { hasErrors, type Issue } from '../../issue';
import { decodeUtf8, parseDocuments } from '../../yaml';
import { readStdin } from '../standard-input';

const SQLITE_LABEL = 'operators.operatorframework.io.index.database.v1';

export type CatalogReference =
  /** A template or a composition. */
  | { readonly kind: 'recipe'; readonly document: JsonObject; readonly file: string }
  /** `folder`: its files are in a folder of this machine. */
  | { readonly kind: 'catalog'; readonly loaded: LoadedCatalog; readonly folder?: string }
  | { readonly kind: 'bundle'; readonly files: BundleFiles; readonly image?: BundleImage };

export interface BundleImage {
  /** As it was named. */
  readonly reference: string;
  readonly digest: string;
  /** It is in a registry, so whoever reads the catalog can pull it by this name. */
  readonly isRemote: boolean;
}

export interface OpenReferenceOptions {
  /** Of an image for several platforms: `linux/arm64`. */
  readonly platform?: string | undefined;
}

/**
 * Opens what is named: `-` for standard input; a file or folder of a catalog; a template or composition; a bundle as a folder, chart or
 * archive; a layout, a saved image or an image in a registry, of a bundle or of a catalog.
 * @throws BoxcutterError category input for what is none of these: `catalog-sqlite`, and what opening bundles and catalogs throws
 */
export async function openReference(text: string, { platform }: OpenReferenceOptions = {}): Promise<CatalogReference> {
  if (text === '-') return ofText(await readStdin('a catalog'), 'standard input');
  const named = bundleNamed(text);
  if (named.kind === 'file' && named.image === undefined && TEXT_FILE.test(named.path)) return ofText(textOf(named.path), named.path);
  if (named.kind === 'folder' && named.image === undefined && !isBundleFolder(named.path)) {
    return { kind: 'catalog', loaded: await loadCatalog(catalogFilesFromDirectory(named.path)), folder: named.path };
  }
  const opened = await openSource(text, { platform });
  if (!('image' in opened)) return { kind: 'bundle', files: opened.files };
  const labels = labelsOf(opened.image);
  const configs = labels[CONFIGS_LABEL];
  if (labels[SQLITE_LABEL] !== undefined && configs === undefined) throw sqliteCatalog(text);
  if (configs !== undefined) return { kind: 'catalog', loaded: await loadCatalog(await catalogInImage(opened)) };
  const files = await filesOf(opened);
  const isRemote = named.kind === 'reference' || named.kind === 'unknown';
  return { kind: 'bundle', files, image: { reference: opened.reference, digest: opened.image.digest, isRemote } };
}

/** A file that holds a catalog, a template or a composition, by its name. */
export const TEXT_FILE = /\.(?:ya?ml|json|jsonl)$/i;

/** As opm tells them apart, and what is surely a bundle of another format. */
function isBundleFolder(path: string): boolean {
  const has = (name: string): boolean => existsSync(join(path, name)) && statSync(join(path, name)).isDirectory();
  return formatOfFolder(path) !== undefined || (has('manifests') && has('metadata'));
}

function textOf(path: string): string {
  try {
    const text = decodeUtf8(readFileSync(path));
    if (text !== undefined) return text;
  } catch (error) {
    throw new BoxcutterError('catalog-unreadable', 'input', `The catalog ${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  throw new BoxcutterError('catalog-unreadable', 'input', `The catalog ${path} cannot be read: it is not UTF-8.`, {
    hint: 'Save the file as UTF-8.',
  });
}

/** A file with one document may be a recipe; anything else is a catalog. */
async function ofText(text: string, file: string): Promise<CatalogReference> {
  const document = text.length > BUNDLE_LIMITS.manifest ? undefined : onlyDocument(text, file);
  if (document !== undefined && (isTemplate(document) || isComposition(document))) return { kind: 'recipe', document, file };
  return { kind: 'catalog', loaded: await loadCatalog(catalogFilesFromMap(file, new Map([[file, text]]))) };
}

function onlyDocument(text: string, file: string): JsonObject | undefined {
  const { documents, issues } = parseDocuments(text, file);
  const [first, ...more] = documents.filter(({ value }) => value !== null);
  return hasErrors(issues) || more.length > 0 || first === undefined || !isJsonObject(first.value) ? undefined : first.value;
}

/** The files of the catalog in an image, as far as its label says where they are. */
export async function catalogInImage(opened: Extract<OpenedSource, { image: unknown }>): Promise<CatalogFiles> {
  const files = await filesOf(opened);
  const folder = (labelsOf(opened.image)[CONFIGS_LABEL] ?? '').split('/').filter((part) => part !== '' && part !== '.')
    .map((part) => `${part}/`).join('');
  const contents = files.paths().filter((path) => path.startsWith(folder))
    .map((path): [string, Buffer] => [path.slice(folder.length), files.read(path) ?? Buffer.alloc(0)]);
  return catalogFilesFromMap(files.origin, new Map(contents));
}

function sqliteCatalog(text: string): BoxcutterError {
  return new BoxcutterError(
    'catalog-sqlite', 'input',
    `${text} is a catalog of the old form, with a database (SQLite), which OLM no longer reads.`,
    { hint: 'Ask its publisher for a file-based catalog, or convert it with opm migrate, version 1.44 or older.' },
  );
}

/**
 * All blobs of a catalog, whole, in the order in which they stand.
 * @param issues what could not be read is added as it is
 */
export async function blobsOf({ content, issues: found, readExact }: LoadedCatalog, issues: Issue[]): Promise<readonly JsonObject[]> {
  for (const issue of found) issues.push(issue);
  const { packages, channels, bundles, deprecations, others } = content;
  const blobs: JsonObject[] = [];
  for (const { place } of [...packages, ...channels, ...bundles, ...deprecations, ...others]) blobs.push(await readExact(place));
  return blobs;
}
