/**
 * The command `boxcutter`: a thin shell over the library. This file only finds the subcommand; what a subcommand needs is loaded
 * when it runs, so that start-up stays light.
 */
import { ignoreClosedPipe } from './command-line/closed-pipe';
import { runCommand } from './command-line/run';

ignoreClosedPipe();
void runCommand(process.argv.slice(2)).then((exitCode) => {
  // Subcommands of a subcommand (`cluster up`) and output that failed have set it themselves.
  if (exitCode !== 0) process.exitCode = exitCode;
});
