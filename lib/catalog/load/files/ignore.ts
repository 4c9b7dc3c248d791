/**
 * What `.indexignore` files hide, with upstream's rules. They look like those of git, but of all patterns that match a file the last one
 * decides, whichever file it is from, and no folder is passed over as a whole: what is in it may be read again.
 *
 * Source: the module joelanford/ignore, as operator-registry uses it.
 */
import type { CatalogFile } from './catalog-files';
import { type Glob, globOf, matchesGlob } from './glob';
import { CATALOG_LIMITS } from '../limits';

export const IGNORE_FILE = '.indexignore';

interface Pattern {
  /** The folder of the file that has it, with `/` at its end; empty: the catalog's own. */
  readonly domain: string;
  /** `**` stands for any number of folders. */
  readonly names: readonly (Glob | '**')[];
  readonly onlyFolders: boolean;
  /** What matches is read again. */
  readonly includes: boolean;
}

/** @returns whether a path of the catalog is hidden */
export async function readIgnoreFiles(files: readonly CatalogFile[]): Promise<(path: string) => boolean> {
  const patterns: Pattern[] = [];
  for (const file of files) {
    if (!isIgnoreFile(file.path)) continue;
    const text = (await file.readRange(0, CATALOG_LIMITS.ignoreFile)).toString('utf8');
    const domain = file.path.slice(0, -IGNORE_FILE.length);
    for (const line of text.split('\n')) {
      const pattern = patternOf(line.trim(), domain);
      if (pattern !== undefined) patterns.push(pattern);
    }
  }
  return (path) => {
    const last = patterns.findLast((pattern) => matches(pattern, path));
    return last !== undefined && !last.includes;
  };
}

export function isIgnoreFile(path: string): boolean {
  return path === IGNORE_FILE || path.endsWith(`/${IGNORE_FILE}`);
}

/** Undefined: an empty line, a comment, or a pattern that matches nothing. */
function patternOf(line: string, domain: string): Pattern | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const includes = line.startsWith('!');
  const text = includes ? line.slice(1) : line;
  const onlyFolders = text.endsWith('/');
  const path = onlyFolders ? text.slice(0, -1) : text;
  const names: (Glob | '**')[] = path.includes('/') ? [] : ['**'];
  for (const name of path.replace(/^\//, '').split('/')) {
    // Within a name two stars mean nothing, and upstream matches nothing with them.
    const glob = name === '**' ? name : name.includes('**') ? undefined : globOf(name);
    if (glob === undefined) return undefined;
    names.push(glob);
  }
  return { domain, names, onlyFolders, includes };
}

/** What is below a folder that matches, matches too. */
function matches({ domain, names, onlyFolders }: Pattern, path: string): boolean {
  if (!path.startsWith(domain)) return false;
  const parts = path.slice(domain.length).split('/');
  // How many parts of the path the names so far may stand for.
  let reached: readonly number[] = [0];
  for (const [index, name] of names.entries()) {
    if (name === '**') {
      const first = Math.min(...reached) + (index === names.length - 1 ? 1 : 0);
      reached = parts.map((_, at) => at).concat(parts.length).filter((at) => at >= first);
    } else reached = reached.filter((at) => at < parts.length && matchesGlob(name, parts[at] ?? '')).map((at) => at + 1);
    if (reached.length === 0) return false;
  }
  return reached.some((at) => at > 0 && (!onlyFolders || at < parts.length));
}
