/** The bundler of the author's project: it comes with tsx, which runs the app of most. */
import type * as Esbuild from 'esbuild';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { BoxcutterError } from '../../../errors';

/** @throws BoxcutterError `build-no-bundler` (input) */
export function findEsbuild(folder: string): typeof Esbuild {
  const project = createRequire(join(resolve(folder), 'package.json'));
  for (const from of [() => project, () => createRequire(project.resolve('tsx'))]) {
    try {
      return from()('esbuild') as typeof Esbuild;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new BoxcutterError('build-no-bundler', 'input', `The project ${folder} has no esbuild, which bundles a package into one script.`, {
    hint: 'Run: npm install -D esbuild',
  });
}
