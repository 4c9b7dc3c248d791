/** Lines: a few at once of each, in order, and one that stands still delays no other. */
import { Lines } from '../../../../lib/controllers/process';
import { settled } from '../manual-clock';

function bench() {
  const lines = new Lines(2);
  const begun: { readonly name: string; end(): void; fail(error: Error): void }[] = [];
  const stand = (line: string, name: string): Promise<void> => lines.in(line, () => (
    new Promise<void>((resolve, reject) => begun.push({ name, end: resolve, fail: reject }))
  ));
  return { stand, begun, names: () => begun.map(({ name }) => name) };
}

test('so many of a line at once, the others after them in their order', async () => {
  const { stand, begun, names } = bench();
  const all = ['a', 'b', 'c', 'd'].map((name) => stand('one', name));
  await settled();
  expect(names()).toEqual(['a', 'b']);
  begun[1]?.end();
  await settled();
  expect(names()).toEqual(['a', 'b', 'c']);
  for (const { end } of begun) end();
  await settled();
  begun[3]?.end();
  await Promise.all(all);
});

test('a line that stands still delays no other, and what fails leaves its place', async () => {
  const { stand, begun, names } = bench();
  const still = ['a', 'b', 'c'].map((name) => stand('still', name));
  void stand('other', 'd');
  await settled();
  expect(names()).toEqual(['a', 'b', 'd']);
  begun[0]?.fail(new Error('no'));
  await expect(still[0]).rejects.toThrow('no');
  await settled();
  expect(names()).toEqual(['a', 'b', 'd', 'c']);
});
