/** Parts of jest, found as jest itself finds them, so that they are of its version. */
import { createRequire } from 'node:module';

const runner = createRequire(createRequire(import.meta.url).resolve('jest-runner'));
const environment = createRequire(runner.resolve('jest-environment-node'));

export const { default: JestRuntime } = runner('jest-runtime');
export const { ModernFakeTimers } = environment('@jest/fake-timers');
export const { ModuleMocker } = environment('jest-mock');
