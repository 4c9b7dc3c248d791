/** The image of a catalog: its files under /configs, with the label that says so, and nothing that runs. */
import { isUsable } from '../../../../catalog/load';
import {
  catalogFiles, catalogFilesFromDirectory, catalogFilesFromMap, type CatalogFiles, CONFIGS_FOLDER, CONFIGS_LABEL, loadCatalog,
  type LoadedCatalog, validateCatalog,
} from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';
import { isError } from '../../../../issue';
import { type BuiltImage, imageOfFiles } from '../../../../image';
import { openReference, type RenderCatalogOptions, renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import { note } from '../../../output/note';

export interface CatalogImage {
  readonly image: BuiltImage;
  readonly loaded: LoadedCatalog;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

export interface CatalogImageOptions extends RenderCatalogOptions {
  readonly labels?: Readonly<Record<string, string>>;
  /** @default true */
  readonly validate?: boolean;
}

/**
 * A folder goes into the image as it is. Anything else is rendered, into a file for each package.
 * @throws BoxcutterError `input-invalid` with everything that is wrong with the catalog
 */
export async function catalogImage(reference: string, options: CatalogImageOptions): Promise<CatalogImage> {
  const source = await filesOf(reference, options);
  const loaded = await loadCatalog(source);
  if (options.validate !== false) refuseIssues(validateCatalog(loaded).issues.filter(isError), note, `The catalog ${reference}`);
  const contents: (readonly [path: string, bytes: Buffer])[] = [];
  for (const entry of await source.list()) {
    if (!isUsable(entry)) continue;
    const pieces: Buffer[] = [];
    for await (const piece of entry.chunks()) pieces.push(Buffer.from(piece));
    contents.push([`${CONFIGS_FOLDER.slice(1)}/${entry.path}`, Buffer.concat(pieces)]);
  }
  if (contents.length === 0) {
    throw new BoxcutterError('catalog-empty', 'input', `${reference} has no files of a catalog, so no image can be built of it.`, {
      hint: 'Check the path.',
    });
  }
  const image = imageOfFiles(contents, { labels: { ...options.labels, [CONFIGS_LABEL]: CONFIGS_FOLDER } });
  return { image, loaded, files: contents.map(([path, bytes]) => ({ path, bytes: bytes.length })) };
}

async function filesOf(reference: string, options: CatalogImageOptions): Promise<CatalogFiles> {
  const opened = await openReference(reference, options);
  if (opened.kind === 'catalog' && opened.folder !== undefined) return catalogFilesFromDirectory(opened.folder);
  const { blobs, issues } = await renderReferences([reference], options);
  refuseIssues(issues, note, reference);
  return catalogFilesFromMap(reference, catalogFiles(blobs, 'json'));
}
