import { Rota } from '../../../../lib/runtime/keep/rota';

test('A few at a time, in the order in which they came', () => {
  const rota = new Rota(2);
  for (const id of ['a', 'b', 'c']) rota.want(id, 0);
  expect(rota.take(0)).toEqual(['a', 'b']);
  expect(rota.take(0)).toEqual([]);
  rota.done('a');
  expect(rota.take(0)).toEqual(['c']);
});

test('Whose time has not come takes no place, and keeps its own', () => {
  const rota = new Rota(1);
  rota.want('later', 50);
  rota.want('now', 0);
  expect(rota.nextAt()).toBe(0);
  expect(rota.take(10)).toEqual(['now']);
  rota.done('now');
  expect(rota.nextAt()).toBe(50);
  expect(rota.isIdle(10)).toBe(true);
  expect(rota.take(50)).toEqual(['later']);
  expect(rota.isIdle(50)).toBe(false);
});

test('Whoever wants nothing any more gets no turn', () => {
  const rota = new Rota(1);
  rota.want('a', 0);
  rota.want('a', undefined);
  expect(rota.take(0)).toEqual([]);
  expect(rota.nextAt()).toBeUndefined();
});

test('One that fails and wants again at once slows none of a hundred others: each has its turn within one round', () => {
  const rota = new Rota(4);
  const others = Array.from({ length: 99 }, (_, index) => `good-${index}`);
  rota.want('bad', 0);
  for (const id of others) rota.want(id, 0);
  const turns: string[] = [];
  while (turns.filter((id) => id !== 'bad').length < others.length) {
    const taken = rota.take(0);
    turns.push(...taken);
    for (const id of taken) {
      rota.done(id);
      if (id === 'bad') rota.want(id, 0);
    }
  }
  expect(turns.filter((id) => id === 'bad').length).toBeLessThanOrEqual(2);
  expect(new Set(turns).size).toBe(100);
});

test('One that never ends keeps one place and no more', () => {
  const rota = new Rota(2);
  rota.want('stuck', 0);
  expect(rota.take(0)).toEqual(['stuck']);
  rota.want('stuck', 0); // Wants more, but it is still at work.
  for (const id of ['a', 'b']) {
    rota.want(id, 0);
    expect(rota.take(0)).toEqual([id]);
    rota.done(id);
  }
});
