/** The history of an extension. */
import type { InstalledBundle, ResolvedRevision } from '../../../lib/api';
import { numberOf, type Head, type RevisionRecord } from '../../../lib/state';
import { keptOf, mayHaveNeverBegun, withRevision } from '../../../lib/state/history';

const record = (number: number, more: Partial<RevisionRecord> = {}): RevisionRecord => ({ number, digest: `d${number}`, at: 'then', ...more });
const head = (...revisions: readonly RevisionRecord[]): Head => ({ extension: 'web', revisions, inventory: [] });
const content = (digest: string): ResolvedRevision => ({ extension: 'web', number: 99, digest, probes: [], phases: [] });

describe('the number of a revision', () => {
  test.each<[string, Head | undefined, string, number, boolean]>([
    ['the first one', undefined, 'd1', 1, false],
    ['a recovered extension has no history', head(), 'd1', 1, false],
    ['other content: the next number', head(record(4)), 'new', 5, false],
    ['the same content: the same number', head(record(4)), 'd4', 4, true],
    ['the content of an earlier one is another revision', head(record(4), record(3)), 'd3', 5, false],
    ['after a teardown began, the same content is new', { ...head(record(4)), deleting: true }, 'd4', 5, false],
  ])('%s', (_, before, digest, number, same) => {
    expect(numberOf(content(digest), before)).toEqual({ numbered: { ...content(digest), number }, same });
  });
});

describe('what is kept', () => {
  const numbers = (revisions: readonly RevisionRecord[]): readonly number[] => keptOf(revisions).map(({ number }) => number);
  const tries = [9, 8, 7, 6, 5, 4, 3, 2].map((number) => record(number));

  test('the newest and five before it', () => expect(numbers(tries)).toEqual([9, 8, 7, 6, 5, 4]));
  test('the newest complete one, however many tries came after it', () => {
    expect(numbers([...tries, record(1, { completeAt: 'then' })])).toEqual([9, 8, 7, 6, 5, 4, 1]);
  });
  test('what a rollback goes back to, until it is complete', () => {
    const rest = tries.slice(1);
    expect(numbers([record(9, { rollbackOf: 2 }), ...rest])).toEqual([9, 8, 7, 6, 5, 4, 2]);
    expect(numbers([record(9, { rollbackOf: 2, completeAt: 'then' }), ...rest])).toEqual([9, 8, 7, 6, 5, 4]);
  });
});

test.each<[string, Head, boolean]>([
  ['a first try of which no object is known', head(record(1)), true],
  ['complete once', head(record(1, { completeAt: 'then' })), false],
  ['a second revision', head(record(2), record(1)), false],
  ['an object with a uid', { ...head(record(1)), inventory: [{ ref: { apiVersion: 'v1', kind: 'Secret', name: 's' }, order: 0, phase: 'p', uid: 'u' }] }, false],
  ['paused by another client', { ...head(record(1)), paused: { since: 'then', by: 'eve' } }, false],
  ['recovered', { ...head(record(1)), formerUids: ['u'] }, false],
])('an install that may never have written anything: %s', (_, before, may) => expect(mayHaveNeverBegun(before) !== undefined).toBe(may));

describe('the bundle of a revision', () => {
  const bundle = (name: string, more: Partial<InstalledBundle> = {}): InstalledBundle => ({ name, properties: [], ...more });
  const catalog = { name: 'own', where: './catalog', packageName: 'web', policy: 'CatalogProvided' as const };
  const after = (revision: Partial<ResolvedRevision>, before: readonly RevisionRecord[], again = false) =>
    withRevision(before, { intent: 'apply', again, revision: { ...content('new'), ...revision } }, new Date(0));

  test('is put on record with a new revision, and not with one that has none', () => {
    expect(after({ bundle: bundle('web.v2', { catalog }) }, [record(1)])[0]).toMatchObject({ number: 99, bundle: { name: 'web.v2', catalog } });
    expect(after({}, [record(1, { bundle: bundle('web.v1', { catalog }) })])[0]).not.toHaveProperty('bundle');
  });
  test('of the same objects may be another one, in another version', () => {
    const before = [record(3, { version: '1.0.0', bundle: bundle('web.v1') }), record(2)];
    expect(after({ version: '1.0.1', bundle: bundle('web.v1.0.1', { catalog }) }, before, true))
      .toEqual([{ ...record(3), version: '1.0.1', bundle: bundle('web.v1.0.1', { catalog }) }, record(2)]);
  });
  test('stays where the same objects come from no bundle', () => {
    const before = [record(3, { version: '1.0.0', bundle: bundle('web.v1', { catalog }) })];
    expect(after({}, before, true)).toEqual(before);
  });
});
