/**
 * The rules can fail: each guard of the installer is taken out, and the search notices, in the world and by the rule that the table names.
 *
 * @jest-environment node
 */
import { section, write } from '../../../engine/simulation/tables';
import { explore } from '../explore';
import { GUARDS } from './guards';
import { RULES } from './rules';
import { guardsTable } from './tables';
import { simulationOf, WORLDS, type NamedWorld } from './worlds';

test.each(GUARDS.map((guard) => [guard.name, guard] as const))('%s', async (_, { world: name, faults, file, change, machine, rule }) => {
  const world = WORLDS.find((one) => one.name === name) as NamedWorld;
  const without = { ...(change === undefined ? {} : { replaced: { file, change } }), ...(machine === undefined ? {} : { machine }) };
  const { found } = await explore(simulationOf(world, faults, without), 'I6');
  expect(found?.rule).toBe(rule);
});

test('the guards in the documentation are these', () => {
  if (process.env['BOXCUTTER_SIMULATION_DOCS'] === '1') write('guards of the installer', guardsTable());
  expect(section('guards of the installer')).toBe(guardsTable());
});

test('every rule but that of rest is violated by some guard that is missing', () => {
  expect([...new Set([...GUARDS.map(({ rule }) => rule), 'I7'])].sort()).toEqual(Object.keys(RULES).sort());
});
