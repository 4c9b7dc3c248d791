import type { CommandModule } from 'yargs';

/** A subcommand; `run` gives the exit code. */
export interface Command extends Pick<CommandModule, 'command' | 'describe' | 'builder' | 'aliases'> {
  run(args: never): Promise<number>;
}
