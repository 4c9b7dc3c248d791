/**
 * Random long walks through the worlds, with up to eight faults of any kind on each. BOXCUTTER_WALKS=100000 takes more of them,
 * BOXCUTTER_SEED=S begins with seed S: a violation names the seed of its walk.
 */
import { walk } from './walk';

const count = Number(process.env['BOXCUTTER_WALKS'] ?? 200);
const first = Number(process.env['BOXCUTTER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`${count} walks from seed ${first}`, () => {
  const found: string[] = [];
  for (let seed = first; seed < first + count && found.length === 0; seed += 1) {
    const violation = walk(seed);
    if (violation !== undefined) found.push(violation);
  }
  expect(found.join('\n')).toBe('');
}, 60_000 + count * 100);
