/** How long trouble may last. */
import { Patience, type Trouble } from '../../../../../lib/runtime/run/stalls/patience';

const image: Trouble = { cause: 'image', text: 'no image' };
const crash: Trouble = { cause: 'crash', text: 'it crashes' };

/** What is judged at each look: the time in seconds, and what was found. */
function judged(looks: readonly (readonly [number, ...Trouble[]])[], grace = {}): readonly (string | undefined)[] {
  const patience = new Patience(grace);
  return looks.map(([seconds, ...found]) => patience.judge('web', found, seconds * 1000)?.text);
}

test('trouble that lasts as long as it may is a stall', () => {
  expect(judged([[0, image], [59, image], [60, image]])).toEqual([undefined, undefined, 'no image']);
});

test('trouble that went away in between begins anew', () => {
  expect(judged([
    [0, image],
    [30],
    [40, image],
    [80, image],
    [100, image],
  ])).toEqual([undefined, undefined, undefined, undefined, 'no image']);
});

test('each kind of trouble has a time of its own', () => {
  expect(judged([
    [0, crash],
    [50, crash, image],
    [109, crash, image],
    [110, crash, image],
  ])).toEqual([undefined, undefined, undefined, 'no image']);
});

test('a time may be given, be nothing at all, or have no end', () => {
  expect(judged([[0, image], [5, image]], { image: 5_000 })).toEqual([undefined, 'no image']);
  expect(judged([[0, image]], { image: 0 })).toEqual(['no image']);
  expect(judged([[0, image], [1e9, image]], { image: Number.POSITIVE_INFINITY })).toEqual([undefined, undefined]);
});

test('another object under the same name begins anew', () => {
  const patience = new Patience();
  patience.judge('web', [image], 0);
  patience.forget('web');
  expect(patience.judge('web', [image], 60_000)).toBeUndefined();
});

test('where more Pods are ready than before, the time begins anew: one after the other of a StatefulSet waits for its volume', () => {
  const patience = new Patience({ image: 60_000 });
  const looks = [[0, 0], [50, 0], [70, 1], [100, 1], [125, 2], [180, 2], [185, 2]] as const;
  expect(looks.map(([seconds, ready]) => patience.judge('db', [image], seconds * 1000, ready)?.lastedMs)).toEqual([
    undefined, undefined, undefined, undefined, undefined, undefined, 60_000,
  ]);
});

test('a Pod that gets ready and unready again and again does not prolong it', () => {
  const patience = new Patience({ crash: 60_000 });
  const looks = [[0, 0], [20, 1], [40, 0], [60, 1], [80, 1]] as const;
  expect(looks.map(([seconds, ready]) => patience.judge('web', [crash], seconds * 1000, ready)?.lastedMs)).toEqual([
    undefined, undefined, undefined, undefined, 60_000,
  ]);
});

test('it says how long it has lasted', () => {
  const patience = new Patience();
  patience.judge('web', [crash], 1_000);
  expect(patience.judge('web', [crash], 121_000)).toEqual({ ...crash, lastedMs: 120_000 });
});
