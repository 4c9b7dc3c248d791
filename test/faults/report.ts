/**
 * The matrix as a table: what was covered, and what was wrong.
 */
import { harmNames } from './harms';
import { requestKey, type Cell, type CellResult } from './matrix';
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

/** Some sentences about the whole. */
export function summaryOf(results: readonly CellResult[], cells: readonly Cell[]): string {
  const reached = results.filter((result) => result.reached);
  const violated = reached.filter(({ violations }) => violations.length > 0);
  const survived = reached.filter(({ repetitions }) => repetitions === 0).length;
  const most = Math.max(0, ...reached.map(({ repetitions }) => repetitions));
  return `${extentOf(results, cells)}. In ${reached.length} of them the request came; ${violated.length} with a violation. `
    + `${survived} runs got to their end in spite of the fault; the others were done after at most ${most} `
    + `${most === 1 ? 'repetition' : 'repetitions'}.`;
}

/** How much of all there is was run. */
function extentOf(results: readonly CellResult[], cells: readonly Cell[]): string {
  const isCrash = ({ harm }: Cell): boolean => harm.type === 'crash';
  const done = results.map(({ cell }) => cell);
  const [all, run] = [cells.filter((cell) => !isCrash(cell)), done.filter((cell) => !isCrash(cell))] as const;
  const [allCrashes, crashes] = [cells.length - all.length, done.length - run.length];
  const covered = new Set(run.map(requestKey));
  const left = all.filter((cell) => !covered.has(requestKey(cell))).length;
  const part = run.length === all.length ? '' : left === 0
    ? ` of ${all.length}: every fault at every request, and of its variants there a part that a seed has chosen`
    : ` of ${all.length}, a part that a seed has chosen`;
  const killed = crashes === 0 ? '' : `; ${crashes} runs of ${allCrashes} in which the API server or etcd was killed, chosen by a seed`;
  return `${run.length} runs${part}${killed}`;
}

/** The markers between which the table stands in its page. Some scenarios alone have a table of their own. */
export function markersOf(only?: readonly string[]): readonly [string, string] {
  if (only === undefined) return ['<!-- begin: table of npm run test:faults -- --report -->', '<!-- end: table -->'];
  const names = only.join(',');
  return [`<!-- begin: table of npm run test:faults -- --scenario ${names} --report -->`, `<!-- end: table of ${names} -->`];
}
