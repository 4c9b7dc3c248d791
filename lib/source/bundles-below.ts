/** A folder of bundles or charts that was named in place of one of them: which they are. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BoxcutterError } from '../errors';
import type { Detection } from '../formats/detect/detection';
import { formatOfFolder } from '../formats/detect/known-formats';
import { isError, type Issue } from '../issue';

export interface BundleBelow {
  readonly path: string;
  readonly format: Detection;
}

/** How deep, and in how many folders, it is looked. */
const MAX_LEVELS = 4;
const MAX_FOLDERS = 1000;

/** Bundles that a message names. */
const NAMED = 5;

/** The bundles and charts below a folder, sorted by path; what lies within one of them is part of it. */
export function bundlesBelow(folder: string): readonly BundleBelow[] {
  const found: BundleBelow[] = [];
  let level = [folder];
  let seen = 0;
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth += 1) {
    const below = level.flatMap(foldersIn).slice(0, MAX_FOLDERS - seen);
    seen += below.length;
    const looked = below.map((path) => ({ path, format: formatOfFolder(path) }));
    found.push(...looked.flatMap(({ path, format }) => (format === undefined ? [] : [{ path, format }])));
    level = looked.filter(({ format }) => format === undefined).map(({ path }) => path);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** None where it is no folder, or may not be read. */
function foldersIn(folder: string): readonly string[] {
  try {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
    return folders.map(({ name }) => join(folder, name)).sort();
  } catch {
    return [];
  }
}

/**
 * Refuses a folder of objects whose mistakes are in files of bundles below it.
 * @throws BoxcutterError `manifests-hold-bundles` (input), which names them
 */
export function refuseBundlesBelow(folder: string, issues: readonly Issue[]): void {
  const errors = issues.filter(isError);
  if (errors.length === 0) return;
  const isWithin = ({ path }: BundleBelow): boolean =>
    errors.some(({ origin }) => origin?.source !== undefined && !relative(path, origin.source).startsWith('..'));
  const bundles = bundlesBelow(folder).filter(isWithin);
  if (bundles.length > 0) throw holdsBundles(folder, bundles);
}

/** The error for a folder of bundles that was named in place of one of them. @param bundles at least one */
export function holdsBundles(folder: string, bundles: readonly BundleBelow[]): BoxcutterError {
  const named = bundles.slice(0, NAMED).map(({ path, format }) => `${relative(folder, path)}/ is a ${format.noun}`);
  const more = bundles.length > NAMED ? `, and ${bundles.length - NAMED} more` : '';
  const what = `${folder} is neither a bundle nor a folder of plain objects: ${named.join(', ')}${more}.`;
  return new BoxcutterError('manifests-hold-bundles', 'input', what, {
    hint: `Name ${bundles.length === 1 ? 'it' : 'one of them'}: ${bundles[0]?.path ?? folder}`,
    details: { bundles: bundles.map(({ path }) => path) },
  });
}
