import type { CommandModule } from 'yargs';

/** A subcommand; `run` gives the exit code. */
export interface Command extends Pick<CommandModule, 'command' | 'describe' | 'builder' | 'aliases'> {
  run(args: never): Promise<number>;
  /** A word that stands before others (`cluster up`) does nothing by itself. */
  readonly subcommands?: readonly Command[];
}

/** A word that others come after. */
export function group(
  word: string,
  describe: string,
  subcommands: readonly Command[],
  examples: readonly (readonly [line: string, meaning: string])[] = [],
): Command {
  return {
    command: `${word} <command>`,
    describe,
    builder: (yargs) => examples.reduce((argv, [line, meaning]) => argv.example(line, meaning), yargs),
    run: () => Promise.resolve(0),
    subcommands,
  };
}
