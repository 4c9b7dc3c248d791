/** `boxcutter.lock`: which image each reference of a project stands for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';
import { findingOf } from '../../issue';
import { writeWhole } from '../../write-whole';
import { parseDocuments, stringifyYaml, yamlWording } from '../../yaml';
import type { BundleFormat } from '../detect/known-formats';
import { formatNamed } from '../list';

export const LOCK_FILE = 'boxcutter.lock';

/** Of the file's form; a newer one is refused, not guessed at. */
const VERSION = 1;
const HEAD = '# The bundles of this project, pinned by "boxcutter bundle fetch". Commit this file; let that command change it.\n';

/** What a reference stands for. */
export interface LockedBundleEntry {
  /** Of the image, or of the index of its platforms. */
  readonly digest: string;
  readonly format: BundleFormat;
  readonly packageName: string;
  readonly version?: string;
  /** Of the unpacked files, {@link contentDigestOf}. */
  readonly content: string;
}

export interface LockFile {
  /** By reference, without `oci://`. */
  readonly bundles: Readonly<Record<string, LockedBundleEntry>>;
}

/**
 * The lock file of a project; one that is not there pins nothing.
 * @throws BoxcutterError `lock-file-invalid`, category input
 */
export function readLock(root: string): LockFile {
  const file = join(root, LOCK_FILE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { bundles: {} };
    throw new BoxcutterError('lock-file-invalid', 'input', `${file} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  const { documents, issues } = parseDocuments(text, LOCK_FILE);
  const [problem] = issues.map((issue) => findingOf(issue, yamlWording));
  if (problem !== undefined) throw invalid(`${problem.origin ?? LOCK_FILE}: ${problem.message}`);
  const value = documents.length === 1 ? documents[0]?.value : undefined;
  if (!isJsonObject(value) || !isJsonObject(value['bundles'])) throw invalid('it has no mapping "bundles"');
  if (value['version'] !== VERSION) {
    const hint = 'Use the version of boxcutter that wrote it, or a newer one.';
    throw new BoxcutterError(
      'lock-file-invalid', 'input',
      `${LOCK_FILE} has version ${JSON.stringify(value['version'])}, but this boxcutter knows version ${VERSION}.`,
      { hint },
    );
  }
  return { bundles: Object.fromEntries(Object.entries(value['bundles'])
    .map(([reference, entry]) => [reference, readEntry(reference, entry)])) };
}

/** Writes the whole file, sorted by reference; it appears in one step. */
export function writeLock(root: string, lock: LockFile): void {
  const references = Object.keys(lock.bundles).sort(compareBytes);
  const bundles = Object.fromEntries(references.flatMap((reference): [string, JsonObject][] => {
    const entry = lock.bundles[reference];
    return entry === undefined ? [] : [[reference, writtenEntry(entry)]];
  }));
  const file = join(root, LOCK_FILE);
  try {
    writeWhole(file, `${HEAD}${stringifyYaml({ version: VERSION, bundles })}`);
  } catch (error) {
    throw new BoxcutterError('lock-file-unwritable', 'server', `${file} cannot be written: ${messageOf(error)}.`, { cause: error });
  }
}

function writtenEntry({ digest, format, packageName, version, content }: LockedBundleEntry): JsonObject {
  return { digest, format, package: packageName, ...defined({ version }), content };
}

const DIGEST = /^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/;

function readEntry(reference: string, entry: JsonValue | undefined): LockedBundleEntry {
  const fields = isJsonObject(entry) ? entry : {};
  const { digest, format, package: packageName, version, content } = fields;
  const isDigest = (value: unknown): value is string => typeof value === 'string' && DIGEST.test(value);
  if (!isDigest(digest)) throw invalid(`the digest of ${reference} is missing or not a digest`);
  // Readers look at the name, and the program at the digest: they have to be about the same image.
  if (reference.includes('@') && !reference.endsWith(`@${digest}`)) {
    throw invalid(`the digest of ${reference} differs from the one in its name`);
  }
  // It names a folder of the cache: nothing but a digest may get there.
  if (!isDigest(content)) throw invalid(`the digest of the content of ${reference} is missing or not a digest`);
  const known = formatNamed(format);
  if (known === undefined) throw invalid(`the format of ${reference} is missing or not known`);
  if (typeof packageName !== 'string' || !(version === undefined || typeof version === 'string')) {
    throw invalid(`package or version of ${reference} is not text`);
  }
  return { digest, format: known, packageName, ...defined({ version }), content };
}

function invalid(why: string): BoxcutterError {
  const hint = 'Undo changes that were made by hand, or resolve the conflict of a merge; ' +
    'or remove the entry and fetch it again: boxcutter bundle fetch REFERENCE';
  return new BoxcutterError('lock-file-invalid', 'input', `${LOCK_FILE} is not as boxcutter wrote it: ${why}.`, { hint });
}
