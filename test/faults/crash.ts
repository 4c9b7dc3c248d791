/**
 * Killing programs of a control plane, which has to be one that nothing else works on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { restart, status, type RestartableProgram } from '../../lib/control-plane';
import { isBoxcutterError } from '../../lib/errors';

export interface Crash {
  /** As the kernel does it when memory runs out. */
  kill(program: RestartableProgram): Promise<void>;
  /** Resolves when the API server is ready. */
  restart(program: RestartableProgram): Promise<void>;
}

/** @param name of a local control plane in that folder */
export function crashOf(name: string, directory: string): Crash {
  return {
    kill: async (program) => {
      const { processes } = await status(name, { directory });
      const found = processes.find((one) => one.name === program && one.alive);
      if (found === undefined) throw new Error(`${program} of ${name} is not there to be killed`);
      process.kill(found.pid, 'SIGKILL');
    },
    restart: (program) => restartOnPort(name, program, directory),
  };
}

/** While the program is dead, a connection of any other process may have its port for a moment. */
async function restartOnPort(name: string, program: RestartableProgram, directory: string, attempts = 60): Promise<void> {
  try {
    await restart(name, program, directory);
  } catch (error) {
    if (!isBoxcutterError(error) || error.details['addressInUse'] !== true || attempts === 1) throw error;
    await sleep(500);
    await restartOnPort(name, program, directory, attempts - 1);
  }
}
