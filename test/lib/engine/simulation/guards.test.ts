/**
 * The rules can fail: each guard of the engine is taken out, and the search notices, in the world and by the rule that the table names.
 *
 * @jest-environment node
 */
import { explore, type Exploration } from './explore';
import { GUARDS, type Guard } from './guards';
import { RULES } from './rules';
import { guardsTable, section, write } from './tables';
import { MACHINE, Simulation, type Machine } from './world';
import { WORLDS, type NamedWorld } from './worlds';

function without({ file, world, faults, replaced, machine = (whole) => whole }: Guard): Exploration {
  const { base } = WORLDS.find(({ name }) => name === world) as NamedWorld;
  const search = (using: Machine): Exploration => explore(new Simulation({ ...base(), faults }, machine(using)));
  if (replaced === undefined) return search(MACHINE);
  const path = `../../../../lib/engine/core/${file}`;
  const actual = jest.requireActual<Record<string, unknown>>(path);
  jest.doMock(path, () => ({ ...actual, ...replaced(actual) }));
  try {
    let found: Exploration | undefined;
    jest.isolateModules(() => {
      const { begin, step } = jest.requireActual<typeof import('../../../../lib/engine/core/step')>('../../../../lib/engine/core/step');
      found = search({ ...MACHINE, core: { begin: (task) => begin(task), step } });
    });
    return found as Exploration;
  } finally {
    jest.dontMock(path);
  }
}

test.each(GUARDS.map((guard) => [guard.name, guard] as const))('%s', (_, guard) => {
  const { found } = without(guard);
  expect(found?.rule).toBe(guard.rule);
});

test('the guards in the documentation are these', () => {
  if (process.env['BOXCUTTER_SIMULATION_DOCS'] === '1') write('guards', guardsTable());
  expect(section('guards')).toBe(guardsTable());
});

test('every rule is violated by some guard that is missing', () => {
  expect([...new Set(GUARDS.map(({ rule }) => rule))].sort()).toEqual(Object.keys(RULES).sort());
});
