import { inTurn } from '../../../lib/formats/in-turn';

test('two at a time, in the order in which they ask; one that fails holds up nobody', async () => {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string): Promise<void> => inTurn(() => {
    log.push(name);
    return new Promise<void>((resolve, reject) => ends.set(name, (error) => (error === undefined ? resolve() : reject(error))));
  });
  const settled = Promise.allSettled(['a', 'b', 'c', 'd'].map(work));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(log).toEqual(['a', 'b']);
  ends.get('b')?.(new Error('no'));
  await turn();
  expect(log).toEqual(['a', 'b', 'c']);
  ends.get('a')?.();
  await turn();
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  ends.get('c')?.();
  ends.get('d')?.();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
