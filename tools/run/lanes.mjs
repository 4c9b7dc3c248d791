/**
 * Runner of jest for all projects: the server tests have processes of their own, and the others (unit tests, the simulation) have theirs.
 * Server tests wait for the cluster for much of their time, and the others never do: so server tests have as many processes as jest was
 * given workers, and the others beside them one less. With `-w 1` each of the two has one; `-i` runs everything in one process.
 */
import TestRunner from 'jest-runner';

const LONG_MINUTES = 8;
const MOST_MINUTES = 15;

export default class Lanes extends TestRunner {
  async runTests(tests, watcher, options) {
    const lanes = [...new Set(tests.map(isOfServer))];
    if (this.isOneProcess() || lanes.length < 2) return super.runTests(tests, watcher, options);
    const all = this._globalConfig;
    this.watchOver();
    await Promise.all(lanes.map((ofServer) => {
      const maxWorkers = ofServer ? all.maxWorkers : Math.max(1, all.maxWorkers - 1);
      // Read when the processes are made, which is before this returns.
      this._globalConfig = { ...all, maxWorkers };
      return super.runTests(tests.filter((test) => isOfServer(test) === ofServer), watcher, { ...options, serial: false });
    }));
  }

  /** No file takes minutes: one that does is named, and one that goes on ends the run, as its process can do nothing else any more. */
  watchOver() {
    const begun = new Map();
    this.on('test-file-start', ([test]) => begun.set(test.path, performance.now()));
    for (const end of ['test-file-success', 'test-file-failure']) this.on(end, ([test]) => begun.delete(test.path));
    setInterval(() => {
      for (const [file, at] of begun) {
        const minutes = Math.round((performance.now() - at) / 60_000);
        if (minutes >= LONG_MINUTES) console.error(`${file} is still running, after ${minutes} minutes`);
        if (minutes >= MOST_MINUTES) process.exit(1);
      }
    }, 60_000).unref();
  }

  /** Asked for, or necessary for what is asked for. */
  isOneProcess() {
    return this._globalConfig.runInBand || this._globalConfig.detectOpenHandles;
  }
}

function isOfServer({ context }) {
  return context.config.displayName?.name === 'server';
}
