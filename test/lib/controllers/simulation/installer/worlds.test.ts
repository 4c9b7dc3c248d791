/**
 * The turns of the installer in small worlds, along every path: every order in which people, catalogs, streams and answers come, with a
 * fault at every point. BOXCUTTER_SIMULATION=full searches further; BOXCUTTER_SIMULATION_DOCS=1 writes the tables of docs/simulation.md anew.
 *
 * @jest-environment node
 */
import { section, write } from '../../../engine/simulation/tables';
import { describeFound, explore } from '../explore';
import { faultsText, rulesTable } from './tables';
import { simulationOf, WORLDS } from './worlds';

const isWriting = process.env['BOXCUTTER_SIMULATION_DOCS'] === '1';
const isFull = process.env['BOXCUTTER_SIMULATION'] === 'full';
const searched = WORLDS.flatMap((world) => (isFull ? [...world.tried, ...world.full] : world.tried).map((faults) => ({ world, faults })));
const rows: string[] = [];

test.each(searched.map((one) => [one.world.name, faultsText(one.faults), one] as const))('%s: %s', async (name, kinds, { world, faults }) => {
  const { found, states, ends } = await explore(simulationOf(world, faults), 'I6');
  rows.push(`| ${name} | ${world.about} | ${kinds} | ${states.toLocaleString('en')} | ${ends.toLocaleString('en')} |`);
  expect(found === undefined ? 'nothing is violated' : describeFound(found)).toBe('nothing is violated');
}, 600_000);

test('the rules in the documentation are these', () => {
  if (isWriting) write('rules of the installer', rulesTable());
  expect(section('rules of the installer')).toBe(rulesTable());
});

afterAll(() => {
  if (isWriting) write('worlds of the installer', ['| world | | faults | states | ends |', '|---|---|---|---:|---:|', ...rows].join('\n'));
});
