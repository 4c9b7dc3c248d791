/** Values in memory up to a sum of sizes. */
import { SizedCache } from '../../../lib/state';

test('beyond the limit the value goes that was used longest ago', () => {
  const cache = new SizedCache<string>(10);
  cache.set('a', 'first', 4);
  cache.set('b', 'second', 4);
  expect(cache.get('a')).toBe('first');
  cache.set('c', 'third', 4);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['first', undefined, 'third']);
});

test('a value that is replaced or deleted no longer counts', () => {
  const cache = new SizedCache<string>(10);
  cache.set('a', 'large', 9);
  cache.set('a', 'small', 1);
  cache.set('b', 'other', 9);
  expect([cache.get('a'), cache.get('b')]).toEqual(['small', 'other']);
  cache.delete('b');
  cache.set('c', 'more', 9);
  expect([cache.get('a'), cache.get('c')]).toEqual(['small', 'more']);
});

test('a value larger than the limit is not held, and drives no other out', () => {
  const cache = new SizedCache<string>(10);
  cache.set('a', 'kept', 5);
  cache.set('b', 'too large', 11);
  expect([cache.get('a'), cache.get('b')]).toEqual(['kept', undefined]);
});
