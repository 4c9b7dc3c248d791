/**
 * What V8 made of our scripts, kept in the user's cache from one run to the next. V8 runs such code without looking at it, so it is only
 * read from a folder and a file that belong to this user and that nobody else can write; everything else counts as absent. Nothing fails
 * because of the cache: where it cannot be used, scripts are compiled from their text.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { cacheOf } from '../../home';
import { makeFolders } from '../../make-folders';
import { bytesOf, type Bytes } from './bytes';

/** Permission bits that let others write. */
const WRITABLE_BY_OTHERS = 0o022;

/** Entries that were written so long ago are of versions that are gone, or are soon written again. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** How names of entries begin: with the digest of a build. The folder may hold files of others. */
const ENTRY = /^[0-9a-f]{32}-/;

/** What is longer is none of ours. */
const LONGEST = 32 * 1024 * 1024;

export interface CodeCache {
  /** The entry of this name, open for as long as the process runs; undefined when there is none that can be trusted. */
  open(name: string): Bytes | undefined;
  /** Keeps an entry, in one step, and removes those that are too old. Nothing is asked for where it cannot be kept. */
  write(name: string, code: () => Buffer): void;
}

/**
 * The code cache of this user: `code` in `$BOXCUTTER_CACHE`, `$XDG_CACHE_HOME/boxcutter` or `~/.cache/boxcutter`.
 * @returns undefined where `NODE_DISABLE_COMPILE_CACHE` is set, and where files have no owners (Windows)
 */
export function codeCache(env: NodeJS.ProcessEnv = process.env): CodeCache | undefined {
  const user = process.geteuid?.();
  if (user === undefined || env['NODE_DISABLE_COMPILE_CACHE']) return undefined;
  const folder = path.join(cacheOf(env), 'code');
  const isOurs = ({ uid, mode }: fs.Stats): boolean => uid === user && (mode & WRITABLE_BY_OTHERS) === 0;
  const isOurFolder = (): boolean => {
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    return found !== undefined && found.isDirectory() && isOurs(found);
  };
  return {
    open: (name) => quietly(() => (isOurFolder() && belongsTo(user, folder) ? openFile(path.join(folder, name), isOurs) : undefined)),
    write: (name, code) => void quietly(() => {
      if (!belongsTo(user, folder)) return;
      makeFolders(folder, 0o700);
      if (!isOurFolder()) return;
      writeWholly(path.join(folder, name), code());
      removeOld(folder);
    }),
  };
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The file itself is opened before it is judged, so that no other can be put in its place in between; links are not followed. */
function openFile(file: string, isOurs: (found: fs.Stats) => boolean): Bytes | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const opened = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const found = fs.fstatSync(opened);
  if (found.isFile() && found.size <= LONGEST && isOurs(found)) return bytesOf(opened, found.size);
  fs.closeSync(opened);
  return undefined;
}

/**
 * Nothing is left in the home of another user, which `sudo` may keep as ours, or read from there: the nearest folder that exists must be of
 * this user, and no other user but root may have a say in the way there, as by a link that leads elsewhere.
 */
function belongsTo(user: number, folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  const above = path.dirname(folder);
  if (found === undefined) return above !== folder && belongsTo(user, above);
  return found.uid === user && [path.resolve(folder), fs.realpathSync(folder)].every((way) => isWayOf(user, way));
}

function isWayOf(user: number, way: string): boolean {
  const above = path.dirname(way);
  const { uid } = fs.lstatSync(way);
  return (uid === user || uid === 0) && (above === way || isWayOf(user, above));
}

/** Onto the disk before it takes its place: V8 would run what a loss of power left of it. */
function writeWholly(file: string, code: Buffer): void {
  const draft = `${file}.${process.pid}.draft`;
  try {
    fs.writeFileSync(draft, code, { flag: 'wx', mode: 0o600, flush: true });
    fs.renameSync(draft, file);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

function removeOld(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((entry) => ENTRY.test(entry))) {
    const file = path.join(folder, name);
    const found = fs.lstatSync(file, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS) fs.rmSync(file, { force: true });
  }
}
