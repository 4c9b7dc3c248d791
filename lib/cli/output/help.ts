/** The help of the command and of its subcommands, as lines that fit their width: no name and no word is broken. Pure. */
import type { Options } from 'yargs';
import { dashed, shapeOf, type AnyCommand, type Command } from '../commands';
import { wrap } from './terminal/wrap';

/** The name at the left, and what it means. */
type Row = readonly [name: string, meaning: string];

/** Of the width, for names; what is longer stands on a line of its own. */
const NAMES = 0.42;

export interface HelpOf {
  /** Words of the subcommand: `bundle`, `validate`. */
  readonly names: readonly string[];
  /** @default the command itself */
  readonly command?: AnyCommand | undefined;
}

export interface Overview {
  readonly commands: readonly AnyCommand[];
  /** What the command is for. */
  readonly describe: string;
  /** Stands below all. */
  readonly epilogue: string;
}

export function helpLines({ names, command }: HelpOf, overview: Overview, width: number): readonly string[] {
  const before = ['boxcutter', ...names.slice(0, -1)].join(' ');
  const usage = command === undefined ? 'boxcutter COMMAND' : `${before} ${shapeOf(command)}`;
  const below = command === undefined ? overview.commands : (command.subcommands ?? []);
  const prefix = ['boxcutter', ...names].join(' ');
  const examples = (command?.examples ?? []).map(([line, meaning]): Row => [line.replaceAll('$0', 'boxcutter'), meaning]);
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    ['Commands', below.map((each): Row => [`${prefix} ${shapeOf(each)}`, each.describe + aliasesOf(each)])],
    ...(command === undefined || command.subcommands !== undefined ? [] : optionSections(command)),
    ['Options', [...(command === undefined ? [VERSION] : []), HELP]],
  ];
  return [
    usage, '',
    ...wrap(command?.describe ?? overview.describe, 0, width, 0),
    ...merged(sections).flatMap(([title, rows]) => ['', `${title}:`, ...rowLines(rows, width)]),
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...rowLines(examples, width)]),
    ...(command === undefined ? ['', ...wrap(overview.epilogue, 0, width, 0)] : []),
  ];
}

const VERSION: Row = ['    --version', 'Show the version'];
const HELP: Row = ['-h, --help', 'Show this help'];

function optionSections({ positionals, options }: Command): readonly (readonly [string, readonly Row[]])[] {
  const groups = new Set(Object.values(options).map(({ group = 'Options:' }) => group));
  const named = [...groups].sort((a, b) => Number(a === 'Options:') - Number(b === 'Options:')).map((group) => {
    const members = Object.entries(options).filter(([, { group: of = 'Options:' }]) => of === group);
    return [group.replace(/:$/, ''), members.map(([name, option]): Row => [optionName(name, option), meaningOf(option)])] as const;
  });
  const places = Object.entries(positionals).map(([name, positional]): Row => [name, meaningOf(positional)]);
  return [['Arguments', places], ...named];
}

/** Sections of the same title are one, at the place of the last; those without rows are left out. */
function merged(sections: readonly (readonly [string, readonly Row[]])[]): readonly (readonly [string, readonly Row[]])[] {
  const rows = new Map<string, readonly Row[]>();
  for (const [title, more] of sections) {
    const all = [...(rows.get(title) ?? []), ...more];
    rows.delete(title);
    if (all.length > 0) rows.set(title, all);
  }
  return [...rows];
}

/** `-n, --namespace`; without a letter it stands below the others. */
function optionName(name: string, { alias = [] }: Options): string {
  const aliases = [alias].flat();
  const letters = aliases.filter((each) => each.length === 1).map((letter) => `${dashed(letter)}, `).join('');
  const words = aliases.filter((each) => each.length > 1).map((word) => `, ${dashed(word)}`).join('');
  return `${letters === '' ? '    ' : letters}${dashed(name)}${words}`;
}

function aliasesOf({ aliases = [] }: AnyCommand): string {
  return aliases.length === 0 ? '' : ` [or: ${aliases.join(', ')}]`;
}

type Meaning = Pick<Options, 'describe' | 'choices' | 'default' | 'array' | 'demandOption'>;

/** A flag that is off unless it is given needs no word about that. */
function meaningOf({ describe = '', choices, default: preset, array, demandOption }: Meaning): string {
  const remarks = [
    ...(choices === undefined ? [] : [`one of: ${choices.join(', ')}`]),
    ...(preset === undefined || preset === false || Array.isArray(preset) ? [] : [`default: ${String(preset)}`]),
    ...(array === true ? ['may be several'] : []),
    ...(demandOption === true ? ['required'] : []),
  ];
  return [describe, ...remarks.map((remark) => `[${remark}]`)].filter((text) => text !== '').join(' ');
}

function rowLines(rows: readonly Row[], width: number): readonly string[] {
  const most = Math.floor(width * NAMES);
  const column = Math.max(0, ...rows.map(([name]) => name.length).filter((length) => length <= most)) + 4;
  return rows.flatMap(([name, meaning]) => {
    if (meaning === '') return [`  ${name}`];
    const lines = wrap(meaning, column, width, 0);
    if (name.length > most) return [`  ${name}`, ...lines];
    return [`  ${name}`.padEnd(column) + (lines[0] ?? '').slice(column), ...lines.slice(1)];
  });
}
