/** All blobs of a catalog, one after another; memory stays flat whatever its size. */
import type { JsonObject } from '../../api';
import type { Issue } from '../../issue';
import type { Blob } from '../model/blob';
import { unreadableIssue } from './files/directory';
import { decode } from './documents/decode';
import type { ExactObject } from './documents/json-reader';
import { documentsOf } from './documents/documents';
import { Window } from './documents/window';
import { type CatalogEntry, type CatalogFile, type CatalogFiles, isUsable } from './files/catalog-files';
import { isIgnoreFile, readIgnoreFiles } from './files/ignore';
import { catalogIssue } from './issues';
import { CATALOG_LIMITS, type CatalogLimits } from './limits';
import { metaOf } from './meta';

export interface WalkedBlob {
  readonly blob: Blob;
  readonly value: JsonObject;
  /** The same, with all digits of its integers. */
  readonly exact: () => ExactObject;
}

/** What a walk has read. */
export interface WalkCounts {
  files: number;
  bytes: number;
  documents: number;
}

/**
 * @param report is called for what cannot be read; the walk goes on
 * @throws BoxcutterError what `list` of the source throws
 */
export async function* walkBlobs(
  source: CatalogFiles, report: (issue: Issue) => void, counts: WalkCounts = { files: 0, bytes: 0, documents: 0 },
  limits: CatalogLimits = CATALOG_LIMITS,
): AsyncGenerator<WalkedBlob> {
  const window = new Window();
  const mending = { left: limits.mending };
  for (const file of await filesOf(source, report)) {
    counts.files += 1;
    try {
      for await (const raw of documentsOf(counted(file, counts), window)) {
        counts.documents += 1;
        if (counts.documents > limits.documents) {
          report(catalogIssue('catalog-too-many-documents', { most: limits.documents }, { origin: { source: file.path } }));
          return;
        }
        const decoded = decode(raw, { mending });
        if ('issues' in decoded) decoded.issues.forEach(report);
        else if (!('fault' in raw)) {
          const blob = metaOf(decoded.value, decoded.place, report);
          if (blob !== undefined) yield { blob, value: decoded.value, exact: decoded.exact };
        }
      }
    } catch (error) {
      if (error instanceof TooMuch) {
        report(catalogIssue('catalog-too-large', { mebibytes: CATALOG_LIMITS.total / 1024 / 1024 }, { origin: { source: file.path } }));
        return;
      }
      if (!isSystemError(error)) throw error;
      report(unreadableIssue(file.path, error));
    }
  }
}

/** Those that no `.indexignore` hides. */
async function filesOf(source: CatalogFiles, report: (issue: Issue) => void): Promise<readonly CatalogFile[]> {
  const entries: readonly CatalogEntry[] = await source.list();
  const isHidden = await readIgnoreFiles(entries.filter(isUsable));
  const files: CatalogFile[] = [];
  for (const entry of entries) {
    if (isIgnoreFile(entry.path) || isHidden(entry.path)) continue;
    if (isUsable(entry)) files.push(entry);
    else report(entry.problem);
  }
  return files;
}

class TooMuch extends Error {}

function counted(file: CatalogFile, counts: WalkCounts): CatalogFile {
  return {
    ...file,
    async *chunks() {
      for await (const chunk of file.chunks()) {
        counts.bytes += chunk.length;
        if (counts.bytes > CATALOG_LIMITS.total) throw new TooMuch();
        yield chunk;
      }
    },
  };
}

/** The operating system says it: the file is gone, or may not be read. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
