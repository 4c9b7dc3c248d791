/** Which catalogs an upgrade opens: a record is believed only as far as an installer wrote it. */
import { catalogFor, sourcesFor } from '../../../../../lib/cli/actions/install/followed';
import { choice, extension } from './samples';

const follows = (isTrusted: boolean) => ({ installed: extension('shop', '1.0.0'), choice: choice('shop', { where: '/somewhere' }), isTrusted });
const named = (from: 'line' | 'environment' | 'file', ...names: readonly string[]) =>
  ({ from, sources: names.map((name) => ({ name, where: `/given/${name}`, priority: 0 })) });
const places = (...given: Parameters<typeof sourcesFor>) => sourcesFor(...given).map(({ name, where }) => `${name}=${where}`);

test('those of the line take the place of all others', () => {
  expect(places(named('line', 'other'), [follows(true)])).toEqual(['other=/given/other']);
  expect(catalogFor(follows(true), named('line', 'other'), named('line', 'other').sources)).toBeUndefined();
  expect(catalogFor(follows(true), named('line', 'own'), named('line', 'own').sources)).toBe('own');
});

test('else that of the same name of the user, wherever the record says that it is', () => {
  expect(places(named('file', 'own', 'other'), [follows(true)])).toEqual(['own=/given/own', 'other=/given/other']);
  expect(catalogFor(follows(false), named('environment', 'own'), named('environment', 'own').sources)).toBe('own');
});

test('else the one on record, if an installer wrote it', () => {
  const given = named('file', 'other');
  const sources = sourcesFor(given, [follows(true)]);
  expect(sources.at(-1)).toEqual({ name: 'own', where: '/somewhere', priority: 0 });
  expect(catalogFor(follows(true), given, sources)).toBe('own');
  expect(places(given, [follows(false)])).toEqual(['other=/given/other']);
  expect(() => catalogFor(follows(false), given, given.sources)).toThrow(expect.objectContaining({ code: 'catalog-unknown', hint: expect.stringContaining('--catalog own=WHERE') }));
});
