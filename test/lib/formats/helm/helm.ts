/** The helm of the tests: the one that the benchmark pins. */
import { goTool } from '../../../support/go-tool';

/** Path of the program. BOXCUTTER_TEST_HELM names another, of version 3 for example. */
export function helmProgram(): string {
  return process.env['BOXCUTTER_TEST_HELM'] ?? goTool('helm');
}

/** Path of a Helm 3. */
export function helm3Program(): string {
  return goTool('helm3');
}

/** For the hook that asks for it first: where the tests were not started by `npm test`, it is built then, which takes minutes. */
export const BUILD_TIMEOUT = 15 * 60 * 1000;
