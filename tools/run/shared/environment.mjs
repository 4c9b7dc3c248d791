/**
 * Environment of tests: that of their process. jest's own gives every file a context with a proxy for its globals, and loads every module
 * anew in it, which costs more than most files have to do. What a file changes in the process is put back after it. A file that
 * replaces modules (`jest.mock`) or loads them again says `@jest-environment node` in its first comment, and has jest's own.
 */
import { ModernFakeTimers, ModuleMocker } from './of-jest.mjs';
import { remember } from './process-state.mjs';

export default class SharedEnvironment {
  isShared = true;
  global = globalThis;

  constructor({ projectConfig }) {
    this.putBack = remember();
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    this.putBack();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** jest asks for one; code that runs in the process has none. */
  getVmContext() {
    return null;
  }
}
