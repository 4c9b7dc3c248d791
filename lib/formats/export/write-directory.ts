/** Writing the files of a bundle to a folder: whole, or not at all. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { BoxcutterError, messageOf } from '../../errors';
import { makeFolders } from '../../make-folders';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import type { BundleFiles } from '../bundle';

/**
 * Writes a bundle into a folder, which is new, empty, or holds a bundle and nothing else; that one is replaced as a whole, so no file of an
 * older version stays; a link to a folder stays one. The files are written beside it first: a reader sees the old bundle or the new one.
 * @throws BoxcutterError `bundle-directory-taken` (category input), before anything is written; `bundle-write` (server)
 */
export function writeBundleDirectory(files: BundleFiles, directory: string): void {
  const target = existsSync(directory) ? realpathSync(directory) : resolve(directory);
  refuseTaken(directory, target);
  const id = randomUUID();
  const [fresh, old] = ['new', 'old'].map((what) => join(dirname(target), `.${basename(target)}.${id}.${what}`)) as [string, string];
  try {
    for (const path of files.paths()) {
      const file = join(fresh, path);
      makeFolders(dirname(file));
      writeFileSync(file, files.read(path) ?? '', { flag: 'wx' });
    }
    if (isInUse(target)) exchangeContents(fresh, target, old);
    else exchange(fresh, target, old);
    for (const rest of [fresh, old]) rmSync(rest, { recursive: true, force: true });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw new BoxcutterError(
      'bundle-write', 'server',
      `The bundle could not be written to ${directory}: ${messageOf(error)}.`,
      { hint: 'Check permissions and space.', cause: error },
    );
  }
}

/** What stands there goes to `old`, and comes back when the new one cannot take its place. */
function exchange(fresh: string, target: string, old: string): void {
  if (existsSync(target)) renameSync(target, old);
  try {
    renameSync(fresh, target);
  } catch (error) {
    if (existsSync(old)) renameSync(old, target);
    throw error;
  }
}

/** The folder in which the command was called: were it replaced, the shell would stand in one that is no longer there. */
function isInUse(target: string): boolean {
  return existsSync(target) && !relative(target, realpathSync(process.cwd())).startsWith('..');
}

/** The same with what is in the folder, one after the other, so that the folder itself stays. */
function exchangeContents(fresh: string, target: string, old: string): void {
  mkdirSync(old);
  const moved: [from: string, to: string][] = [];
  const move = (from: string, to: string): void => {
    for (const name of readdirSync(from)) {
      renameSync(join(from, name), join(to, name));
      moved.push([join(from, name), join(to, name)]);
    }
  };
  try {
    move(target, old);
    move(fresh, target);
  } catch (error) {
    for (const [from, to] of moved.reverse()) renameSync(to, from);
    rmSync(old, { recursive: true, force: true });
    throw error;
  }
}

/** What a bundle of ours consists of. */
const FOLDERS: ReadonlySet<string> = new Set(['manifests', 'metadata', 'package']);

/** What a provider for the Cluster API operator consists of. */
const PROVIDER_FOLDERS: ReadonlySet<string> = new Set(['capi-manifests', 'capi-operator-manifests']);

/** A bundle or a provider of ours, and nothing that another program or person wrote. */
function refuseTaken(directory: string, target: string): void {
  if (!existsSync(target)) return;
  const hint = 'Name a new folder, or one that holds a bundle and nothing else.';
  if (!statSync(target).isDirectory()) {
    throw new BoxcutterError('bundle-directory-taken', 'input', `${directory} is a file; nothing was written.`, { hint });
  }
  const entries = readdirSync(target);
  const others = entries.filter((name) => !FOLDERS.has(name));
  if (entries.every((name) => PROVIDER_FOLDERS.has(name)) || (others.length === 0 && existsSync(join(target, ANNOTATIONS_FILE)))) return;
  const what = others[0] === undefined ? 'manifests without the metadata of a bundle' : others[0];
  throw new BoxcutterError(
    'bundle-directory-taken', 'input',
    `${directory} holds something else (${what}), which would be lost; nothing was written.`,
    { hint },
  );
}
