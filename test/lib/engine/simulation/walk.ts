/** Random long walks: worlds with many faults of every kind, too large to be searched. The same seed takes the same walk. */
import { describeFound } from './explore';
import { NETWORK, PEOPLE, STREAMS, type Fault } from './faults';
import { judge } from './outcome';
import { check } from './rules';
import { Simulation, type Machine, type Scenario } from './world';
import { WORLDS, type NamedWorld } from './worlds';

const FAULTS: readonly Fault[] = [...NETWORK, ...STREAMS, ...PEOPLE, 'crash', 'stop', 'sleep', 'reject'];

/** As many as a path of that length may meet. */
const LIMIT = 8;

/** Beyond that the walk goes straight to its end; and a run that only tries again and again meets the time limit of the command. */
const STEPS = 150;
const TIME_LIMIT = 1_000;

/** What is violated on this walk, with its path; undefined: nothing. */
export function walk(seed: number, machine?: Machine): string | undefined {
  const random = generator(seed);
  const { name, base } = WORLDS[Math.floor(random() * WORLDS.length)] as NamedWorld;
  const scenario: Scenario = { ...base(), restarts: true, faults: { limit: LIMIT, kinds: FAULTS } };
  const simulation = new Simulation(scenario, machine);
  const late = new Simulation({ ...scenario, faults: { limit: Infinity, kinds: ['stop'] } }, machine);
  const path = ['start'];
  let world = simulation.start();
  const found = (violation: NonNullable<ReturnType<typeof judge>>): string => `seed ${seed}, world "${name}": ${describeFound({ ...violation, path })}`;
  for (let steps = 0; ; steps += 1) {
    const transitions = (steps < TIME_LIMIT ? simulation : late).next(world);
    if (transitions.length === 0) {
      const bad = judge(simulation, world);
      return bad === undefined ? undefined : found(bad);
    }
    const quiet = transitions.filter((transition) => transition.world.faults === world.faults);
    // A fault now and then, else the few that are left of a path would all happen at its beginning.
    const choice = quiet.length > 0 && random() < 0.85 ? quiet : transitions;
    const stop = steps < TIME_LIMIT ? undefined : transitions.find(({ happened }) => happened.label.endsWith('it is stopped'));
    const straight = stop ?? quiet[0] ?? transitions[0];
    const next = (steps < STEPS ? choice[Math.floor(random() * choice.length)] : straight) as (typeof transitions)[number];
    path.push(next.happened.label);
    const bad = check(simulation, world, next.world, next.happened);
    if (bad !== undefined) return found(bad);
    ({ world } = next);
    if (steps > 5_000) return found({ rule: 'L1', what: 'the run does not end' });
  }
}

/** mulberry32: small, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
