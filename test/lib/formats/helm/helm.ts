/** The helm of the tests: built once from the module that the benchmark pins, into the user's cache. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

let path: string | undefined;

/** Path of the program. Building it takes minutes, once on a machine, and needs Go. BOXCUTTER_TEST_HELM names another, of version 3 for example. */
export function helmProgram(): string {
  path ??= process.env['BOXCUTTER_TEST_HELM'];
  path ??= execFileSync(process.execPath, [join(__dirname, '../../../../tools/go-tools.mjs'), 'helm'], { encoding: 'utf8' }).trim().split('\n').at(-1);
  return path ?? '';
}

/** For the hook that builds it. */
export const BUILD_TIMEOUT = 15 * 60 * 1000;
