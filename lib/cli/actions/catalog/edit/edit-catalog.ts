/** One edit of a catalog: the change, the check of what comes of it, the files. */
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  applyChanges, type BlobChange, type CatalogContent, catalogFilesFromDirectory, catalogFilesFromMap, loadCatalog, validateCatalog,
} from '../../../../catalog';
import { isUsable } from '../../../../catalog/load';
import { BoxcutterError, messageOf } from '../../../../errors';
import { isError, type Issue } from '../../../../issue';
import { makeFolders } from '../../../../make-folders';
import { refuseIssues } from '../../../../source';
import { writeWhole } from '../../../../write-whole';
import { note } from '../../../output/note';
import { printLines } from '../../../output/terminal/sink';
import { differenceLines } from './difference';

export interface EditOptions {
  readonly catalog: string;
  readonly dryRun: boolean;
  readonly force: boolean;
}

/**
 * Each file is written whole or not at all. An edit by which a mistake comes into the catalog is refused; mistakes that were there do not
 * count.
 * @throws BoxcutterError `input-invalid` with what the edit would break, and what making the changes throws
 */
export async function editCatalog(
  { catalog, dryRun, force }: EditOptions, changesOf: (content: CatalogContent) => Promise<readonly BlobChange[]> | readonly BlobChange[],
): Promise<number> {
  const files = await contentsOf(catalog);
  const before = await loadCatalog(catalogFilesFromMap(catalog, files));
  const changed = applyChanges(files, await changesOf(before.content));
  const after = new Map(files);
  for (const [path, content] of changed) {
    if (content === undefined) after.delete(path);
    else after.set(path, content);
  }
  const known = new Set(validateCatalog(before, { allowsPaths: true }).issues.map(keyOf));
  const loaded = await loadCatalog(catalogFilesFromMap(catalog, after));
  const broken = validateCatalog(loaded, { allowsPaths: true }).issues.filter((issue) => isError(issue) && !known.has(keyOf(issue)));
  if (!force) refuseIssues(broken, note, 'The changed catalog', { writes: true, hint: 'To write it nevertheless, add --force.' });
  const changes = [...changed].filter(([path, content]) => content === undefined || files.get(path)?.equals(content) !== true);
  if (!dryRun) for (const [path, content] of changes) write(fileAt(catalog, path), content);
  printLines(changes.flatMap(([path, content]) => differenceLines(path, files.get(path), content, { isWhole: dryRun })));
  printLines([dryRun ? 'Nothing was written (--dry-run)' : `Changed ${changes.map(([path]) => fileAt(catalog, path)).join(', ')}`]);
  return 0;
}

/** The same mistake may have moved to another line. */
function keyOf({ code, data, path }: Issue): string {
  return JSON.stringify([code, data, path], (key, value: unknown) => (key === 'line' || key === 'document' ? undefined : value));
}

async function contentsOf(catalog: string): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const entry of await catalogFilesFromDirectory(catalog).list()) {
    if (!isUsable(entry)) continue;
    const pieces: Buffer[] = [];
    for await (const piece of entry.chunks()) pieces.push(Buffer.from(piece));
    contents.set(entry.path, Buffer.concat(pieces));
  }
  return contents;
}

/** A catalog may be a single file. */
function fileAt(catalog: string, path: string): string {
  return statSync(catalog).isDirectory() ? join(catalog, path) : catalog;
}

function write(file: string, content: Buffer | undefined): void {
  try {
    if (content === undefined) return rmSync(file);
    makeFolders(dirname(file));
    writeWhole(file, content);
  } catch (error) {
    throw new BoxcutterError('catalog-write', 'server', `The catalog could not be written to ${file}: ${messageOf(error)}.`, {
      hint: 'Check permissions and space.', cause: error,
    });
  }
}
