/** A peer that fails does not end the benchmark, and is not hidden. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Outcome {
  readonly samples?: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  readonly leftOut?: readonly unknown[];
  readonly failed?: string;
  readonly said: readonly string[];
}

/**
 * Two rounds of two tools, in a process of its own, since the module is no TypeScript. `failures`: how often a tool fails at its delete.
 */
function rounds(failures: Readonly<Record<string, number>>): Outcome {
  const module = pathToFileURL(join(__dirname, '..', '..', 'bench', 'rounds.mjs')).href;
  const script = `
    import { measureRounds } from ${JSON.stringify(module)};
    const failures = ${JSON.stringify(failures)};
    const said = [];
    const measure = async ({ id }, step) => {
      said.push(id + ' ' + step);
      if (step === 'delete' && failures[id]-- > 0) throw new Error('peer delete ended with 1:\\nmuch\\ntimed out');
      return { wallSeconds: 1, peakMiB: 1, requests: { all: 1 } };
    };
    const outcome = await measureRounds({
      tools: [{ id: 'ours' }, { id: 'peer' }], steps: ['install', 'delete'], rounds: 2, measure, say: () => {},
      isOurs: ({ id }) => id === 'ours', gone: async () => {}, clean: async () => void said.push('clean'),
    }).catch((error) => ({ failed: error.message }));
    console.log(JSON.stringify({ ...outcome, said }));
  `;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as Outcome;
}

const taken = ({ samples = {} }: Outcome): readonly (readonly number[])[] =>
  Object.values(samples).map((steps) => Object.values(steps).map(({ length }) => length));

test('a peer that fails once is cleaned up after, and its round begun anew', () => {
  const outcome = rounds({ peer: 1 });
  expect(taken(outcome)).toEqual([[2, 2], [2, 2]]);
  expect(outcome.leftOut).toEqual([]);
  expect(outcome.said.slice(2, 7)).toEqual(['peer install', 'peer delete', 'clean', 'peer install', 'peer delete']);
});

test('a peer that fails again is left out of this round, with the reason, and the others go on', () => {
  const outcome = rounds({ peer: 4 });
  expect(outcome.leftOut).toEqual([
    { id: 'peer', round: 'warm-up', reason: 'delete: timed out' }, { id: 'peer', round: 'round 1', reason: 'delete: timed out' },
  ]);
  expect(taken(outcome)).toEqual([[2, 2], [1, 1]]);
});

test('a failure of ours ends the benchmark', () => {
  expect(rounds({ ours: 1 })).toMatchObject({
    failed: expect.stringContaining('timed out') as string,
    said: ['ours install', 'ours delete'],
  });
});
