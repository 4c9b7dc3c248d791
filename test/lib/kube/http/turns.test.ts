/** Reads that share the connections that are open: who waits for whom, and how long. */
import { Turns } from '../../../../lib/kube/http/turns';

interface Exchange {
  readonly name: string;
  readonly end: () => void;
}

/** Exchanges that go on until the test ends them. */
function exchanges(open = 0) {
  const turns = new Turns(() => open);
  const begun: Exchange[] = [];
  const take = (name: string, isPatient = true): Promise<string> =>
    turns.take(isPatient, () => new Promise((resolve) => begun.push({ name, end: () => resolve(name) })));
  return { begun, take, names: () => begun.map(({ name }) => name) };
}

const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(() => queueMicrotask(resolve)));

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

test('four go at once, each of the others when one before it is answered', async () => {
  const { begun, take, names } = exchanges();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => take(name));
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  begun[1]?.end();
  await expect(all[1]).resolves.toBe('b');
  await settled();
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('as many go at once as there are connections', () => {
  const { take, names } = exchanges(6);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void take(name);
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('of a server that is far away, what has waited for 30 ms goes on a connection of its own', async () => {
  const { take, names } = exchanges();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void take(name);
  await jest.advanceTimersByTimeAsync(29);
  expect(names()).toHaveLength(4);
  await jest.advanceTimersByTimeAsync(1);
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('what has gone because it waited too long is not let go a second time', async () => {
  const { begun, take, names } = exchanges();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void take(name);
  await jest.advanceTimersByTimeAsync(30);
  void take('f');
  for (const { end } of begun.slice(0, 2)) end();
  await settled();
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a write waits for nobody, and has its place', async () => {
  const { take, names } = exchanges();
  for (const name of ['a', 'b', 'c', 'd']) void take(name);
  void take('write', false);
  void take('e');
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'write']);
  await jest.advanceTimersByTimeAsync(30);
  expect(names()).toContain('e');
});

test('an exchange that fails lets the next one go', async () => {
  const turns = new Turns(() => 0);
  const failing = Array.from({ length: 4 }, () => turns.take(true, () => Promise.reject(new Error('cut'))));
  const next = turns.take(true, () => Promise.resolve('answer'));
  for (const one of failing) await expect(one).rejects.toThrow('cut');
  await expect(next).resolves.toBe('answer');
});
