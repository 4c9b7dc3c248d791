/**
 * The command `boxcutter`: a thin shell over the library. This file only finds the subcommand; what a subcommand needs is loaded
 * when it runs, so that start-up stays light.
 */
import { runCommand } from './run';

void runCommand(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
