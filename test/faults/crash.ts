/**
 * Killing programs of a control plane, which has to be one that nothing else works on.
 */
import { restart, status, type RestartableProgram } from '../../lib/control-plane';

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
    restart: (program) => restart(name, program, directory),
  };
}
