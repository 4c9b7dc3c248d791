/** The files of a bundle that is a folder on this machine. */
import { type Dirent, lstatSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { compareBytes } from '../../api/canonical-json';
import { BoxcutterError, messageOf } from '../../errors';
import type { Issue } from '../../issue';
import type { BundleFiles } from '../bundle';
import { knownFormats } from '../detect/known-formats';
import type { Detection } from '../detect/detection';
import { LIMITS } from './limits';
import { fileIssue } from './wording';

/**
 * All files of a folder and its subfolders, without reading them. Hidden folders (`.git`) are left out, except within `manifests/`, and
 * in formats whose bundles may have such (charts: their templates read any file). A link to a file of the folder is followed. Links that
 * leave the folder or lead to other folders, and a folder that is too large ({@link LIMITS}), are issues of the result.
 * @throws BoxcutterError `bundle-not-found` or `bundle-unreadable`, category input; reading a file of the result throws the latter as well.
 */
export function bundleFilesFromDirectory(directory: string): BundleFiles {
  const root = rootOf(directory);
  const found: Collected = { root, files: new Map(), issues: [], bytes: 0 };
  collect(found, '', hiddenFoldersOf(root));
  const paths = [...found.files.keys()].sort(compareBytes);
  return {
    origin: directory,
    name: basename(root),
    paths: () => paths,
    read: (path) => {
      const file = found.files.get(path);
      return file === undefined ? undefined : orUnreadable(path, () => readFileSync(file));
    },
    issues: found.issues,
  };
}

interface Collected {
  readonly root: string;
  /** Where each file really is, by its path in the bundle. */
  readonly files: Map<string, string>;
  readonly issues: Issue[];
  bytes: number;
}

function rootOf(directory: string): string {
  let root: string;
  try {
    root = realpathSync(directory);
  } catch (error) {
    const hint = 'Check the path.';
    throw new BoxcutterError('bundle-not-found', 'input', `There is no folder ${directory}.`, { hint, cause: error });
  }
  if (!statSync(root).isDirectory()) {
    const hint = 'Give the folder that holds manifests/ and metadata/.';
    throw new BoxcutterError('bundle-not-found', 'input', `${directory} is a file, not the folder of a bundle.`, { hint });
  }
  return root;
}

/** A folder that has one of them, and too much for a bundle, is where an app is written. */
const APP_FILES = ['cdk8s.yaml', 'package.json', 'node_modules'];

const NONE = { throwIfNoEntry: false } as const;

/** Whether a hidden folder belongs to the bundle, by its name. */
type TakesHidden = (name: string) => boolean;

function hiddenFoldersOf(root: string): TakesHidden {
  const isThere = (name: string): boolean => lstatSync(join(root, name), NONE) !== undefined;
  const rules = knownFormats.map(({ hiddenFolders }: Detection) => hiddenFolders).find((folders) => folders && isThere(folders.beside));
  if (rules === undefined) return () => false;
  const { except, exceptThoseIn } = rules;
  const file = join(root, exceptThoseIn);
  const stat = lstatSync(file, NONE);
  const isReadable = stat?.isFile() === true && stat.size <= LIMITS.metadata;
  const text = isReadable ? orUnreadable(exceptThoseIn, () => readFileSync(file, 'utf8')) : '';
  const ignored = new Set([...except, ...text.split('\n').map((line) => line.trim().replace(/^\/|\/$/g, ''))]);
  return (name) => !ignored.has(name);
}

function collect(found: Collected, start: string, takesHidden: TakesHidden): void {
  const pending = [start];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries: Dirent[] = orUnreadable(folder, () => readdirSync(join(found.root, folder ?? ''), { withFileTypes: true }));
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') || path.startsWith('manifests/') || takesHidden(entry.name)) pending.push(path);
      } else {
        const file = entry.isSymbolicLink() ? targetOf(found, path) : entry.isFile() ? join(found.root, path) : specialFile(found, path);
        if (file !== undefined && !take(found, path, file)) return;
      }
    }
  }
}

/** False: it is too much, and nothing more is taken. */
function take(found: Collected, path: string, file: string): boolean {
  found.bytes += orUnreadable(path, () => statSync(file).size);
  found.files.set(path, file);
  const much = found.files.size > LIMITS.files
    ? ({ limit: LIMITS.files, unit: 'files' } as const)
    : ({ limit: LIMITS.total, unit: 'bytes' } as const);
  if (much.unit === 'bytes' && found.bytes <= LIMITS.total) return true;
  const what = APP_FILES.some((name) => lstatSync(join(found.root, name), NONE) !== undefined) ? 'app' : 'bundle';
  found.issues.push(fileIssue('bundle-too-large', { what, ...much }, { origin: found.root }));
  found.files.clear();
  return false;
}

/** Where a link within the folder leads; undefined, with a issue, when that is no file of the folder. */
function targetOf(found: Collected, path: string): string | undefined {
  let target: string;
  try {
    target = realpathSync(join(found.root, path));
  } catch {
    found.issues.push(fileIssue('broken-link', { leads: 'nowhere' }, { origin: path }));
    return undefined;
  }
  if (!target.startsWith(found.root + sep)) {
    found.issues.push(fileIssue('link-outside', { within: 'folder' }, { origin: path }));
    return undefined;
  }
  const stat = statSync(target);
  if (stat.isFile()) return target;
  if (!stat.isDirectory()) return specialFile(found, path);
  found.issues.push(fileIssue('link-to-folder', {}, { origin: path }));
  return undefined;
}

/** A pipe, a socket, a device: reading one may take for ever. Beside what is read as a bundle they are passed over. */
function specialFile(found: Collected, path: string): undefined {
  if (!/^(?:manifests|metadata)\//.test(path)) return undefined;
  found.issues.push(fileIssue('special-file', {}, { origin: path }));
  return undefined;
}

function orUnreadable<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new BoxcutterError(
      'bundle-unreadable', 'input',
      `${path === '' ? 'The folder of the bundle' : path} cannot be read: ${messageOf(error)}.`,
      { cause: error },
    );
  }
}
