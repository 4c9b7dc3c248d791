/** What jest runs a file of tests in, for files of the shared environment (environment.mjs); the others get jest's own. */
import { endContexts } from './contexts.mjs';
import { jestObject, refuse } from './jest-object.mjs';
import { forgetTests, install, load, loadAnew, sourceMaps } from './modules.mjs';
import { JestRuntime } from './of-jest.mjs';

/** Where jest keeps what is called as tests run; each file adds to it. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

export default class Runtime {
  constructor(config, environment, resolver, transformer, ...others) {
    // Of the file before.
    endContexts();
    if (!environment.isShared) return new JestRuntime(config, environment, resolver, transformer, ...others);
    const [, , testPath] = others;
    this.environment = environment;
    this.testPath = testPath;
    install(transformer, config);
  }

  setGlobalsForRuntime({ expect }) {
    globalThis.jest = jestObject(this.environment, this.testPath);
    // It could not be taken away again.
    expect.addSnapshotSerializer = refuse('expect.addSnapshotSerializer');
  }

  /** The framework keeps what it knows of a file in its module. */
  requireInternalModule(file) {
    delete globalThis[EVENT_HANDLERS];
    return loadAnew(file);
  }

  requireModule(file) {
    return load(file);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {
    forgetTests();
  }
}
