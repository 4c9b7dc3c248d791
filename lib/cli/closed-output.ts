/**
 * Whoever reads our output may stop reading: `boxcutter list | head -1`. That is no failure, and no reason to leave a run half-way.
 */
import type { Writable } from 'node:stream';
import { EXIT } from './exit';

/**
 * From now on a closed pipe swallows what is written to it; the work goes on and gives its own exit code. Any other failure to write
 * gives exit code 1.
 */
export function bearClosedOutput(stdout: Writable = process.stdout, stderr: Writable = process.stderr): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = EXIT.failed;
    stderr.write(`The output could not be written: ${error.message}\n`);
  });
  // Nobody is left to be told.
  stderr.on('error', () => undefined);
}
