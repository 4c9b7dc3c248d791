/** Images of catalogs: which folder of an image is the catalog, and its files. */
import { Budget, FileTree } from '../../formats/archive';
import { type CatalogFiles, catalogFilesFromMap } from '../../catalog';
import { BoxcutterError } from '../../errors';
import { folderOfLabel, type Image, labelsOf, pathsWithin, strangeLayers, unpackLayers } from '../../image';
import { shellWord } from '../../shell-word';

/** The label that names the folder of the catalog. */
export const CATALOG_LABEL = 'operators.operatorframework.io.index.configs.v1';
const SQLITE_LABEL = 'operators.operatorframework.io.index.database.v1';
const BUNDLE_LABEL = 'operators.operatorframework.io.bundle.mediatype.v1';

const MIB = 1024 * 1024;

/**
 * What is unpacked of an image at most. Large real catalogs have 130 MB in one file; beside it, an image can hold a whole distribution and
 * the cache of `opm serve`.
 */
const LIMITS = { files: 100_000, file: 512 * MIB, total: 768 * MIB, unpacked: 4096 * MIB } as const;

/**
 * The files of the catalog in an image, in memory; nothing outside of the folder that the label names is kept.
 * @param origin what the catalog is called in messages
 * @throws BoxcutterError category input: `image-not-a-catalog`, `archive-damaged`, `archive-unsafe`, `archive-too-large`,
 * and what the source of the image throws
 */
export async function catalogFilesFromImage(image: Image, origin: string): Promise<CatalogFiles> {
  const folder = folderOfCatalog(image, origin);
  const strange = strangeLayers(image.manifest);
  if (strange !== undefined) throw notACatalog(`${origin} is not an image of a catalog: ${strange}.`, 'Name the image of a catalog.');
  const budget = new Budget(origin, LIMITS);
  const tree = new FileTree(budget, folder === '' ? undefined : pathsWithin([folder]));
  await unpackLayers(image, image.manifest.layers, tree, { budget, whiteouts: true });
  const files = tree.files();
  const [issue] = files.issues;
  if (issue !== undefined) {
    const where = JSON.stringify(issue.origin?.source ?? '');
    const message = `${origin} is not unpacked: its entry ${where} is a link that cannot be followed.`;
    throw new BoxcutterError('archive-unsafe', 'input', message, {
      hint: 'A catalog holds plain files and folders; do not use it unless you know who made it.', details: { origin },
    });
  }
  const before = folder === '' ? '' : `${folder}/`;
  const found = new Map<string, Buffer>();
  for (const path of files.paths()) {
    const content = path.startsWith(before) ? files.read(path) : undefined;
    if (content !== undefined) found.set(path.slice(before.length), content);
  }
  return catalogFilesFromMap(origin, found);
}

function folderOfCatalog(image: Image, origin: string): string {
  const labels = labelsOf(image);
  const folder = labels[CATALOG_LABEL];
  if (folder !== undefined) {
    const path = folderOfLabel(folder);
    if (!path.split('/').includes('..')) return path;
    throw notACatalog(`${origin}: its label ${CATALOG_LABEL} leads out of the image.`, 'Do not use it unless you know who made it.');
  }
  if (SQLITE_LABEL in labels) {
    throw notACatalog(
      `${origin} is a catalog of the old form, a SQLite database, which boxcutter does not read.`,
      `Ask its publisher for a file-based catalog, or migrate it with opm 1.47 or older: opm migrate ${origin} ./catalog`,
    );
  }
  const isBundle = BUNDLE_LABEL in labels;
  throw notACatalog(
    `${origin} is not a catalog: the catalog image is missing the required label "${CATALOG_LABEL}".`,
    isBundle
      ? `It is the image of a bundle, and can be installed as it is: boxcutter apply ${shellWord(origin)}`
      : 'Name the image of a catalog.',
  );
}

function notACatalog(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('image-not-a-catalog', 'input', message, { hint });
}
