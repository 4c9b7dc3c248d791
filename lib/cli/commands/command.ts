/** What a subcommand is: its words, positionals and options as data, and where to find what it does. */
import type { CamelCaseKey, InferredOptionType, Options, PositionalOptions } from 'yargs';

/** Options by their name on the command line: `dry-run`. */
export type NamedOptions = Readonly<Record<string, Options>>;

/** What stands without a name, in its order. Every one is needed that is demanded; one that is an array takes all the rest. */
export type Positionals = Readonly<Record<string, PositionalOptions>>;

/** A line to type, and what it does. */
export type Example = readonly [line: string, meaning: string];

interface Described {
  readonly name: string;
  readonly describe: string;
  readonly examples: readonly Example[];
}

/** A subcommand without what it does. */
export interface Words<P extends Positionals = Positionals, O extends NamedOptions = NamedOptions> extends Described {
  readonly aliases: readonly string[];
  readonly positionals: P;
  readonly options: O;
}

/** A subcommand; `run` gives the exit code. */
export interface Command extends Words {
  readonly subcommands?: undefined;
  run(values: Readonly<Record<string, unknown>>): Promise<number>;
}

/** A word that others come after: `cluster up`. It does nothing by itself. */
export interface CommandGroup extends Described {
  /** The subcommand that is meant where none is named. @default one has to be named */
  readonly otherwise?: string;
  readonly subcommands: readonly Command[];
  readonly aliases?: undefined;
  readonly positionals?: undefined;
}

export type AnyCommand = Command | CommandGroup;

type Values<O extends Positionals | NamedOptions> = { readonly [Name in keyof O as CamelCaseKey<Name>]: InferredOptionType<O[Name]> };

type Absent<V> = { [Name in keyof V]: undefined extends V[Name] ? Name : never }[keyof V];

/** What options that are not given leave out may be missing. */
type Given<V> = { readonly [Name in Exclude<keyof V, Absent<V>>]: V[Name] } & { readonly [Name in Absent<V>]?: V[Name] };

/** What the options of a group come to, by their names in code: `dryRun`. */
export type ValuesOf<O extends Positionals | NamedOptions> = Given<Values<O>>;

/** What the action of a subcommand is given. */
export type ArgumentsOf<W extends Words> = ValuesOf<W['positionals'] & W['options']>;

/** Words of a subcommand, with the types of its options. */
export function words<const P extends Positionals = Record<never, never>, const O extends NamedOptions = Record<never, never>>(
  { name, describe, aliases = [], positionals, options, examples = [] }: Pick<Words<P, O>, 'name' | 'describe'> & Partial<Words<P, O>>,
): Words<P, O> {
  return { name, describe, aliases, positionals: positionals ?? ({} as P), options: options ?? ({} as O), examples };
}

/**
 * Words and what they mean.
 * @param load loads the action when it is going to run, so that start-up stays light
 */
export function subcommand<W extends Words>(spoken: W, load: () => Promise<(args: ArgumentsOf<W>) => Promise<number>>): Command {
  // The parser has made the values as the options say.
  return { ...spoken, run: async (values) => (await load())(values as ArgumentsOf<W>) };
}

/** How a subcommand is typed: `orphan <extension> [objects..]`. */
export function shapeOf(command: AnyCommand): string {
  const after = command.subcommands === undefined ? Object.entries(command.positionals).map(positionalShape) : ['<command>'];
  return [command.name, ...after].join(' ');
}

export function positionalShape([name, { demandOption, array }]: readonly [string, PositionalOptions]): string {
  const text = `${name}${array === true ? '..' : ''}`;
  return demandOption === true ? `<${text}>` : `[${text}]`;
}

/** Names of what may be given several times, in all the ways in which the parser spells them: `crd-waiver`, `crdWaiver`, `waiver`. */
export function listsOf({ positionals, options }: Words): ReadonlySet<string> {
  const lists = [...Object.entries(positionals), ...Object.entries(options)].filter(([, { array }]) => array === true);
  return new Set(['_', ...lists.flatMap(([name, { alias }]) => [name, inCode(name), ...[alias ?? []].flat()])]);
}

/** Names of the options that a value follows, in all the ways in which they are typed: `--namespace`, `-n`. */
export function valuedOptionsOf({ options }: Words): readonly string[] {
  const valued = Object.entries(options).filter(([, { type }]) => type !== 'boolean');
  return valued.flatMap(([name, { alias }]) => [name, ...[alias ?? []].flat()].map(dashed));
}

/** An option as it is typed: `--namespace`, `-n`. */
export function dashed(name: string): string {
  return `${name.length === 1 ? '-' : '--'}${name}`;
}

/** The name of an option in code: `crdWaiver` for `crd-waiver`. */
export function inCode(name: string): string {
  return name.replace(/-+([a-z0-9])/gi, (_all, letter: string) => letter.toUpperCase());
}
