import { generationOf, outdatedRevisions, requestDigest, type RevisionRequest } from '../../../../lib/controllers/extension/generate';
import { revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { revision, type RevisionTable, SUCCEEDED } from './a-revision';

const states = (...revisions: readonly RevisionTable[]) => revisionStates(revisions.map(revision));
const request: RevisionRequest = { bundle: { name: 'p.v1', version: '1.0.0' }, packageName: 'p', namespace: 'shop' };

describe('what a revision is made of', () => {
  const other = (change: Partial<RevisionRequest>) => requestDigest({ ...request, ...change });

  test.each<readonly [string, Partial<RevisionRequest>]>([
    ['the version', { bundle: { name: 'p.v1', version: '1.0.1' } }],
    ['the release', { bundle: { name: 'p.v1', version: '1.0.0', release: '2' } }],
    ['the name of the bundle', { bundle: { name: 'p-1', version: '1.0.0' } }],
    ['the namespace', { namespace: 'other' }],
    ['the configuration', { config: { replicas: 2 } }],
  ])('%s counts', (_, change) => {
    expect(other(change)).not.toBe(requestDigest(request));
  });

  test('the order of keys of the configuration does not', () => {
    expect(other({ config: { a: 1, b: { c: 2, d: 3 } } })).toBe(other({ config: { b: { d: 3, c: 2 }, a: 1 } }));
  });
});

describe('a new revision', () => {
  test('the first has number 1, and takes over from none', () => {
    expect(generationOf(states(), 'r')).toEqual({ type: 'new', number: 1, previous: [] });
  });

  test('none is made of the same request', () => {
    expect(generationOf(states({ number: 3, request: 'r' }), 'r')).toMatchObject({ type: 'unchanged', revision: { number: 3 } });
  });

  test('another request follows the newest, and takes over from all that are active', () => {
    const found = states({ number: 2, state: 'Archived' }, { number: 3, request: 'a', conditions: [SUCCEEDED] }, { number: 4, request: 'b' });
    expect(generationOf(found, 'c')).toEqual({
      type: 'new', number: 5, previous: [{ name: 'shop-3', uid: 'uid-3' }, { name: 'shop-4', uid: 'uid-4' }],
    });
  });

  test('a way back is a rollout of its own, with a number of its own', () => {
    const found = states({ number: 1, request: 'a', state: 'Archived' }, { number: 2, request: 'b' });
    expect(generationOf(found, 'a')).toMatchObject({ type: 'new', number: 3 });
  });

  test.each<readonly [string, RevisionTable]>([
    ['archived', { number: 4, request: 'r', state: 'Archived' }],
    ['being deleted', { number: 4, request: 'r', leaving: true }],
  ])('an equal one that is %s does not count', (_, newest) => {
    expect(generationOf(states(newest), 'r')).toEqual({ type: 'new', number: 5, previous: [] });
  });
});

test('five archived revisions are kept, and every one that is not archived', () => {
  const archived = [1, 2, 3, 4, 5, 6, 7].map((number): RevisionTable => ({ number, state: 'Archived' }));
  const found = states({ number: 0 }, ...archived, { number: 8 });
  expect(outdatedRevisions(found).map(({ number }) => number)).toEqual([1, 2]);
  expect(outdatedRevisions(states(...archived.slice(0, 5)))).toEqual([]);
});

test('the one that says which version failed stays as long as what was brought back then is there', () => {
  const rollback = { of: 1, from: 2, failed: { name: 'p.v2', version: '2', request: 'r', generation: 1, reason: 'Blocked' } };
  const archived = [3, 4, 5, 6, 7, 8, 9].map((number): RevisionTable => ({ number, version: '1', state: 'Archived', ...(number === 3 && { rollback }) }));
  const gone = (...more: readonly RevisionTable[]) => outdatedRevisions(states(...archived, ...more)).map(({ number }) => number);
  expect(gone({ number: 10, version: '1' })).toEqual([4]);
  expect(gone({ number: 10, version: '3' })).toEqual([3, 4]);
});
