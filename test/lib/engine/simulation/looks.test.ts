/**
 * A step looks only at what its event concerns. That is enough: from the same state, a step that looks at everything ends in the same
 * state and sends the same requests. Held along every path of the worlds without faults, and along random walks with faults.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Event, State, Step } from '../../../../lib/engine';
import { explore } from './explore';
import { NO_FAULTS } from './faults';
import type { Core } from './process';
import { walk } from './walk';
import { MACHINE, Simulation } from './world';
import { WORLDS } from './worlds';

/**
 * As if the last step had got nowhere: the next one looks at everything that it gets to. Which phase is reached stays where it says what the
 * answer to a dry run means: an object of a later phase may be refused for what is not there yet.
 */
function forgetful(state: State, event: Event): State {
  const batch = event.type === 'answer' && event.request === 'dry-run' ? state.front.batch : 0;
  return { ...state, front: { batch, stage: 'ahead' } };
}

function checked({ begin, step }: Core): Core {
  return {
    begin,
    step: (state: State, event: Event): Step => {
      const next = step(state, event);
      const thorough = step(forgetful(state, event), event);
      const parts = ({ state: { entries, scopes, status, preflight, tallies, progress }, requests }: Step) => (
        { entries: [...entries], scopes, status, preflight, tallies, progress: progress?.mark, requests }
      );
      if (!isDeepStrictEqual(parts(next), parts(thorough))) throw new Error(`After "${event.type}" another look changes something.`);
      return next;
    },
  };
}

const machine = { ...MACHINE, core: checked(MACHINE.core) };

test.each(WORLDS.map(({ name, base }) => [name, base] as const))('without faults: %s', (_, base) => {
  expect(explore(new Simulation({ ...base(), faults: NO_FAULTS }, machine)).found).toBeUndefined();
}, 60_000);

test('100 walks with faults', () => {
  const first = Math.floor(Math.random() * 2 ** 31);
  for (let seed = first; seed < first + 100; seed += 1) expect(walk(seed, machine)).toBeUndefined();
}, 60_000);
