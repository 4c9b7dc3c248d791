/**
 * The decisions about revisions in small worlds, along every path, with a fault at every point; and each guard taken out, which the search
 * has to notice. BOXCUTTER_SIMULATION_DOCS=1 writes the tables of docs/simulation.md anew.
 */
import { section, write } from '../../../engine/simulation/tables';
import { describeFound, explore } from '../explore';
import { PARTS } from './revision-turn';
import { RULES } from './rules';
import { Simulation } from './world';
import { GUARDS, WORLDS, type NamedWorld } from './worlds';

const isWriting = process.env['BOXCUTTER_SIMULATION_DOCS'] === '1';
const faultsText = ({ limit, kinds }: NamedWorld['tried'][0]): string => (limit === 0 ? 'none' : `${limit} of ${kinds.join(', ')}`);
const searched = WORLDS.flatMap((world) => world.tried.map((faults) => ({ world, faults })));
const rows: string[] = [];

test.each(searched.map((one) => [one.world.name, faultsText(one.faults), one] as const))('%s: %s', async (name, kinds, { world, faults }) => {
  const { found, states, ends } = await explore(new Simulation({ ...world, faults }), 'R6');
  rows.push(`| ${name} | ${world.about} | ${kinds} | ${states.toLocaleString('en')} | ${ends.toLocaleString('en')} |`);
  expect(found === undefined ? 'nothing is violated' : describeFound(found)).toBe('nothing is violated');
}, 600_000);

test.each(GUARDS.map((guard) => [guard.name, guard] as const))('without it: %s', async (_, { world: name, faults, rule, parts }) => {
  const world = WORLDS.find((one) => one.name === name) as NamedWorld;
  const { found } = await explore(new Simulation({ ...world, faults, parts: parts(PARTS) }), 'R6');
  expect(found?.rule).toBe(rule);
}, 600_000);

const rulesTable = ['| rule | |', '|---|---|', ...Object.entries(RULES).map(([rule, text]) => `| ${rule} | ${text} |`)].join('\n');
const guardsTable = [
  '| guard | where | world | faults | violated without it |', '|---|---|---|---|---|',
  ...GUARDS.map(({ name, file, world, faults, rule }) => `| ${name} | \`${file}.ts\` | ${world} | ${faultsText(faults)} | ${rule} |`),
].join('\n');

test.each([['rules of revisions', rulesTable], ['guards of revisions', guardsTable]] as const)('the %s in the documentation are these', (name, table) => {
  if (isWriting) write(name, table);
  expect(section(name)).toBe(table);
});

afterAll(() => {
  if (isWriting) write('worlds of revisions', ['| world | | faults | states | ends |', '|---|---|---|---:|---:|', ...rows].join('\n'));
});
