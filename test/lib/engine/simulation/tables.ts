/** The tables of docs/simulation.md that follow from the data of the simulation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK, PEOPLE, STREAMS, type Faults } from './faults';
import { GUARDS } from './guards';
import { RULES } from './rules';

const FILE = join(__dirname, '..', '..', '..', '..', 'docs', 'simulation.md');

/** What stands between the markers of a section. */
export function section(name: string): string {
  const [before, after] = markers(name);
  const text = readFileSync(FILE, 'utf8');
  return text.slice(text.indexOf(before) + before.length, text.indexOf(after)).trim();
}

export function write(name: string, table: string): void {
  const [before, after] = markers(name);
  const text = readFileSync(FILE, 'utf8');
  writeFileSync(FILE, `${text.slice(0, text.indexOf(before) + before.length)}\n${table}\n${text.slice(text.indexOf(after))}`);
}

function markers(name: string): readonly [string, string] {
  return [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];
}

export function rulesTable(): string {
  return ['| rule | |', '|---|---|', ...Object.entries(RULES).map(([rule, text]) => `| ${rule} | ${text} |`)].join('\n');
}

export function guardsTable(): string {
  const rows = GUARDS.map(({ name, file, world, faults, rule }) => `| ${name} | \`${file}.ts\` | ${world} | ${faultsText(faults)} | ${rule} |`);
  return ['| guard | where | world | faults | violated without it |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Sets of faults by their names. */
export function faultsText({ limit, kinds }: Faults): string {
  if (limit === 0) return 'none';
  const groups = ([
    ['network', NETWORK],
    ['streams', STREAMS],
    ['people', PEOPLE],
  ] as const).filter(([, all]) => all.every((kind) => kinds.includes(kind)));
  const grouped = new Set<string>(groups.flatMap(([, all]) => [...all]));
  const names = [...groups.map(([name]) => name), ...kinds.filter((kind) => !grouped.has(kind))];
  return `${limit} of ${names.join(', ')}`;
}
