/** The copy of this package that the project uses: its classes are those that the package of the author extends. */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { BoxcutterError } from '../../../errors';

export interface Library {
  /** Folder of `lib/` and `constructs/`, compiled or as sources. */
  readonly root: string;
  /** Of its modules: `.js` or `.ts`. */
  readonly ending: string;
}

/** @throws BoxcutterError `build-no-library` (input) */
export function libraryOf(folder: string): Library {
  let main: string;
  try {
    main = realpathSync(createRequire(join(resolve(folder), 'package.json')).resolve('cdk8s-boxcutter'));
  } catch (error) {
    throw new BoxcutterError('build-no-library', 'input', `The project ${folder} does not use cdk8s-boxcutter.`, {
      hint: 'Run: npm install cdk8s-boxcutter', cause: error,
    });
  }
  const root = dirname(dirname(main));
  const library = { root, ending: '.js' };
  if (existsSync(beginningIn(library))) return library;
  throw new BoxcutterError('build-no-library', 'input', `The cdk8s-boxcutter of ${folder} is too old to build packages that travel.`, {
    hint: 'Run: npm install cdk8s-boxcutter@latest',
  });
}

/** What the script of a package begins with. */
export function beginningIn({ root, ending }: Library): string {
  return join(root, 'constructs', 'package', 'travelling', `sandboxed${ending}`);
}

export function shimIn({ root, ending }: Library, name: string): string {
  return join(root, 'lib', 'source', 'build', 'package', 'shims', `${name}${ending}`);
}
