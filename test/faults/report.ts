/**
 * The matrix as a table: what was covered, and what was wrong.
 */
import { harmNames } from './harms';
import type { CellResult } from './matrix';
import { scenarios } from './scenarios';

/** Points of one scenario and one fault: reached, violated. */
function cellText(results: readonly CellResult[]): string {
  const reached = results.filter((result) => result.reached);
  const violated = reached.filter(({ violations }) => violations.length > 0).length;
  if (results.length === 0) return '';
  return violated === 0 ? String(reached.length) : `${reached.length} (**${violated}**)`;
}

/** Markdown. In a cell the number of points reached; in brackets those with a violation. */
export function tableOf(results: readonly CellResult[]): string {
  const names = scenarios.map(({ name }) => name).filter((name) => results.some(({ cell }) => cell.scenario === name));
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const of = (scenario: string | undefined, fault: string | undefined): readonly CellResult[] =>
    results.filter(({ cell }) => (scenario === undefined || cell.scenario === scenario) && (fault === undefined || cell.harm.name === fault));
  const faults = harmNames.filter((fault) => of(undefined, fault).length > 0);
  return [
    row(['fault', ...names, 'all']),
    row(['---', ...names.map(() => '---:'), '---:']),
    ...faults.map((fault) => row([`\`${fault}\``, ...names.map((name) => cellText(of(name, fault))), cellText(of(undefined, fault))])),
    row(['all', ...names.map((name) => cellText(of(name, undefined))), cellText(results)]),
  ].join('\n');
}

/** One sentence about the whole. */
export function summaryOf(results: readonly CellResult[], total: number): string {
  const reached = results.filter((result) => result.reached);
  const violated = reached.filter(({ violations }) => violations.length > 0);
  const survived = reached.filter(({ repetitions }) => repetitions === 0).length;
  const most = Math.max(0, ...reached.map(({ repetitions }) => repetitions));
  const part = results.length < total ? ` (of ${total}; a part that a seed has chosen)` : '';
  return `${results.length} runs${part}, in ${reached.length} of which the request came; ${violated.length} with a violation. ${survived} runs got to their end in spite of the fault; the others were done after at most ${most} ${most === 1 ? 'repetition' : 'repetitions'}.`;
}

const BEGIN = '<!-- begin: table of npm run test:faults -- --report -->';
const END = '<!-- end: table -->';

/** The page with the table between its markers made anew. */
export function reportInto(page: string, results: readonly CellResult[], total: number): string {
  const [head, rest] = page.split(BEGIN);
  const tail = rest?.split(END)[1];
  if (head === undefined || tail === undefined) throw new Error('The page has no markers for the table.');
  return `${head}${BEGIN}\n${summaryOf(results, total)}\n\n${tableOf(results)}\n${END}${tail}`;
}
