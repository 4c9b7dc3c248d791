import { spawn } from 'node:child_process';
import { goTool } from '../support/go-tool';

/** Time limit for hooks that start a registry, in milliseconds: where the tests were not started by `npm test`, it may have to be built first. */
export const REGISTRY_START_MS = 300_000;

/** A registry that runs. */
export interface RunningRegistry {
  /** `127.0.0.1:<port>`, plain HTTP. */
  readonly host: string;
  close(): Promise<void>;
}

/** Starts the registry of go-containerregistry on a free port of loopback, empty. */
export async function startRegistry(): Promise<RunningRegistry> {
  const child = spawn(goTool('registry'), ['-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /serving on port (\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`the registry ended: ${said}`)));
  });
  return {
    host: `127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
