/**
 * Runner of jest for both projects: where jest would run one file at a time, as it does on two cores, the files of each project go one
 * after the other in a process of their own. Server tests wait for the cluster for much of their time, and unit tests never do. That is so
 * with `-w 1`, too; `-i` runs everything in one process.
 */
import TestRunner from 'jest-runner';

export default class Lanes extends TestRunner {
  async runTests(tests, watcher, options) {
    const projects = [...new Set(tests.map(projectOf))];
    const lanes = projects.map((project) => tests.filter((test) => projectOf(test) === project));
    if (!options.serial || this.isOneProcess() || lanes.length < 2) return super.runTests(tests, watcher, options);
    await Promise.all(lanes.map((lane) => super.runTests(lane, watcher, { ...options, serial: false })));
  }

  /** Asked for, or necessary for what is asked for. */
  isOneProcess() {
    return this._globalConfig.runInBand || this._globalConfig.detectOpenHandles;
  }
}

function projectOf({ context }) {
  return context.config.displayName?.name;
}
