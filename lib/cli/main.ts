/**
 * The command `boxcutter`: a thin shell over the library. This file only finds the subcommand; what a subcommand needs is loaded
 * when it runs, so that start-up stays light.
 */
import { bearClosedOutput } from './closed-output';
import { runCommand } from './run';

bearClosedOutput();
void runCommand(process.argv.slice(2)).then((exitCode) => {
  // Subcommands of a subcommand (`cluster up`) and output that failed have set it themselves.
  if (exitCode !== 0) process.exitCode = exitCode;
});
