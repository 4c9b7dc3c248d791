import { WorkQueue } from '../../../../lib/runtime/keep/work-queue';

test('A few at a time, in the order in which they came', () => {
  const queue = new WorkQueue(2);
  for (const id of ['a', 'b', 'c']) queue.want(id, 0);
  expect(queue.take(0)).toEqual(['a', 'b']);
  expect(queue.take(0)).toEqual([]);
  queue.done('a');
  expect(queue.take(0)).toEqual(['c']);
});

test('Whose time has not come takes no place, and keeps its own', () => {
  const queue = new WorkQueue(1);
  queue.want('later', 50);
  queue.want('now', 0);
  expect(queue.nextAt()).toBe(0);
  expect(queue.take(10)).toEqual(['now']);
  queue.done('now');
  expect(queue.nextAt()).toBe(50);
  expect(queue.isIdle(10)).toBe(true);
  expect(queue.take(50)).toEqual(['later']);
  expect(queue.isIdle(50)).toBe(false);
});

test('An extension that wants nothing any more gets no turn', () => {
  const queue = new WorkQueue(1);
  queue.want('a', 0);
  queue.want('a', undefined);
  expect(queue.take(0)).toEqual([]);
  expect(queue.nextAt()).toBeUndefined();
});

test('One that fails and wants again at once slows none of a hundred others: each has its turn within one round', () => {
  const queue = new WorkQueue(4);
  const others = Array.from({ length: 99 }, (_, index) => `good-${index}`);
  queue.want('bad', 0);
  for (const id of others) queue.want(id, 0);
  const turns: string[] = [];
  while (turns.filter((id) => id !== 'bad').length < others.length) {
    const taken = queue.take(0);
    turns.push(...taken);
    for (const id of taken) {
      queue.done(id);
      if (id === 'bad') queue.want(id, 0);
    }
  }
  expect(turns.filter((id) => id === 'bad').length).toBeLessThanOrEqual(2);
  expect(new Set(turns).size).toBe(100);
});

test('One that never ends keeps one place and no more', () => {
  const queue = new WorkQueue(2);
  queue.want('stuck', 0);
  expect(queue.take(0)).toEqual(['stuck']);
  queue.want('stuck', 0); // Wants more, but it is still at work.
  for (const id of ['a', 'b']) {
    queue.want(id, 0);
    expect(queue.take(0)).toEqual([id]);
    queue.done(id);
  }
});
