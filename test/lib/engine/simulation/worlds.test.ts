/**
 * The pure core in small worlds, along every path: every order of requests, answers and stream events, with faults at every point.
 * `rules.ts` says what must hold on each path, `outcome.ts` what must be true of its end. BOXCUTTER_SIMULATION=full searches further;
 * BOXCUTTER_SIMULATION_DOCS=1 writes the tables of docs/simulation.md anew.
 */
import { describeFound, explore } from './explore';
import { faultsText, rulesTable, section, write } from './tables';
import { Simulation } from './world';
import { WORLDS } from './worlds';

const isFull = process.env['BOXCUTTER_SIMULATION'] === 'full';
const isWriting = process.env['BOXCUTTER_SIMULATION_DOCS'] === '1';
const searched = WORLDS.flatMap(({ name, about, base, tried, full = [] }) => {
  return (isFull ? [...tried, ...full] : tried).map((faults) => ({ name, about, base, faults }));
});
const rows: string[] = [];

test.each(searched.map((world) => [world.name, faultsText(world.faults), world] as const))('%s: %s', (name, kinds, { about, base, faults }) => {
  const { found, states, ends } = explore(new Simulation({ ...base(), faults }));
  rows.push(`| ${name} | ${about} | ${kinds} | ${states.toLocaleString('en')} | ${ends.length.toLocaleString('en')} |`);
  expect(found === undefined ? 'nothing is violated' : describeFound(found)).toBe('nothing is violated');
}, 600_000);

test('the rules in the documentation are these', () => {
  if (isWriting) write('rules', rulesTable());
  expect(section('rules')).toBe(rulesTable());
});

afterAll(() => {
  if (isWriting) write('worlds', ['| world | | faults | states | ends |', '|---|---|---|---:|---:|', ...rows].join('\n'));
});
