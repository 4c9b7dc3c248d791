import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** In the root of a project: the files of its bundles, by digest. Once deleted, they have to be fetched again. */
export const CACHE_FOLDER = '.boxcutter';

const MARKS = ['boxcutter.lock', 'cdk8s.yaml'] as const;

/** The root of the project that a folder belongs to: the nearest folder, itself or above, with a lock file or a `cdk8s.yaml`. */
export function projectRoot(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
