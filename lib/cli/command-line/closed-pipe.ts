/**
 * The program that reads our output may stop reading: `boxcutter list | head -1`. That is no failure, and no reason to stop a run halfway.
 */
import type { Writable } from 'node:stream';
import { EXIT } from '../exit';
import { printMessage } from '../output/terminal/sink';

/**
 * From now on a closed pipe swallows what is written to it; the work goes on and gives its own exit code. Any other failure to write
 * gives exit code 1.
 */
export function ignoreClosedPipe(stdout: Writable = process.stdout, stderr: Writable = process.stderr): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = EXIT.failed;
    printMessage(`The output could not be written: ${error.message}`, stderr);
  });
  // There is no place left to report it.
  stderr.on('error', () => undefined);
}
