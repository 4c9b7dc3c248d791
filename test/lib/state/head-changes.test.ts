/** The head of an extension while an operation runs and after it. What goes over the wire: test/lib/runtime/operations/record.test.ts. */
import type { ResolvedRevision } from '../../../lib/api';
import type { Head, Operation, RunEnding } from '../../../lib/state';
import { headAfter, headDuring } from '../../../lib/state/head-changes';

const NOW = new Date('2026-01-02T03:04:05Z');
const content: ResolvedRevision = { extension: 'web', packageName: 'shop', number: 2, version: '1.1.0', digest: 'new', probes: [], phases: [] };
const head: Head = { extension: 'web', revisions: [{ number: 1, digest: 'old', at: 'then', completeAt: 'then' }], inventory: [], deleting: true };
const apply: Operation = { intent: 'apply', revision: content, again: false };
const ending: RunEnding = { inventory: [], complete: true, untouched: false };

describe('while it runs', () => {
  test('apply: the new revision, its package and its probes; a teardown that had begun is over', () => {
    expect(headDuring(apply, head, NOW)).toEqual({
      extension: 'web',
      packageName: 'shop',
      revisions: [{ number: 2, version: '1.1.0', digest: 'new', at: NOW.toISOString() }, ...head.revisions],
      probes: [],
      inventory: [],
    });
  });

  test('rollback: also where the content comes from', () => {
    expect(headDuring({ ...apply, intent: 'rollback', rollbackOf: 1 }, head, NOW).revisions[0]).toMatchObject({ number: 2, rollbackOf: 1 });
  });

  test('the newest revision again: no new line in the history', () => {
    expect(headDuring({ ...apply, again: true }, head, NOW).revisions).toBe(head.revisions);
  });

  test('delete: what is left is to be removed', () => {
    expect(headDuring({ intent: 'delete', number: 1, orphan: false }, { ...head, deleting: false }, NOW)).toEqual({ ...head, deleting: true });
  });

  test.each<Operation>([{ intent: 'repair', revision: content, present: new Set() }, { intent: 'orphan', number: 1, objects: [] }])('$intent: as before', (operation) => {
    expect(headDuring(operation, head, NOW)).toBe(head);
  });
});

describe('after it', () => {
  const during = headDuring(apply, head, NOW);

  test('complete: since now, and for good', () => {
    const done = headAfter(apply, during, ending, NOW);
    expect(done.revisions[0]).toMatchObject({ number: 2, completeAt: NOW.toISOString() });
    expect(headAfter(apply, done, ending, new Date(0)).revisions[0]).toMatchObject({ completeAt: NOW.toISOString() });
  });

  test('not complete: not said to be', () => {
    expect(headAfter(apply, during, { ...ending, complete: false }, NOW).revisions[0]).not.toHaveProperty('completeAt');
  });

  test('repair: the probes of the content, for heads that did not name them', () => {
    expect(headAfter({ intent: 'repair', revision: content, present: new Set() }, head, ending, NOW)).toEqual({ ...head, probes: [] });
  });
});
