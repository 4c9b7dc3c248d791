/**
 * Runner of jest for both projects: the files of each project have processes of their own. Server tests wait for the cluster for much of
 * their time, and unit tests never do: so server tests have as many processes as jest was given workers, and unit tests beside them one
 * less. With `-w 1` each project has one; `-i` runs everything in one process.
 */
import TestRunner from 'jest-runner';

export default class Lanes extends TestRunner {
  async runTests(tests, watcher, options) {
    const projects = [...new Set(tests.map(projectOf))];
    if (this.isOneProcess() || projects.length < 2) return super.runTests(tests, watcher, options);
    const all = this._globalConfig;
    await Promise.all(projects.map((project) => {
      const maxWorkers = project === 'unit' ? Math.max(1, all.maxWorkers - 1) : all.maxWorkers;
      // Read when the processes are made, which is before this returns.
      this._globalConfig = { ...all, maxWorkers };
      return super.runTests(tests.filter((test) => projectOf(test) === project), watcher, { ...options, serial: false });
    }));
  }

  /** Asked for, or necessary for what is asked for. */
  isOneProcess() {
    return this._globalConfig.runInBand || this._globalConfig.detectOpenHandles;
  }
}

function projectOf({ context }) {
  return context.config.displayName?.name;
}
