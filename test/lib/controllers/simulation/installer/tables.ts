/** The tables of docs/simulation.md about the installer. */
import { GUARDS } from './guards';
import { RULES } from './rules';
import type { Setting } from './world';

export function faultsText({ limit, kinds }: Setting['faults']): string {
  return limit === 0 ? 'none' : `${limit} of ${kinds.join(', ')}`;
}

export function rulesTable(): string {
  return ['| rule | |', '|---|---|', ...Object.entries(RULES).map(([rule, text]) => `| ${rule} | ${text} |`)].join('\n');
}

export function guardsTable(): string {
  const rows = GUARDS.map(({ name, file, world, faults, rule }) => `| ${name} | \`${file}.ts\` | ${world} | ${faultsText(faults)} | ${rule} |`);
  return ['| guard | where | world | faults | violated without it |', '|---|---|---|---|---|', ...rows].join('\n');
}
