import { failedUpgrade, heldAfterRollback, markerOfReturn } from '../../../../../lib/controllers/extension/rollback';
import type { LiveExtension } from '../../../../../lib/controllers/extension/revision-facts';
import { revisionStates } from '../../../../../lib/controllers/extension/revision-facts';
import { revision, type RevisionTable, ROLLED_OUT, ROLLING, type Said, SUCCEEDED } from '../a-revision';

const extension = (onUpgradeFailure?: string): LiveExtension => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', generation: 3 }, spec: { namespace: 'shop', source: {}, onUpgradeFailure },
}) as unknown as LiveExtension;
const BLOCKED: Said = ['Progressing', 'False', 'Blocked', 'it will not get ready'];
const DEADLINE: Said = ['Progressing', 'False', 'ProgressDeadlineExceeded', 'too long'];
const PAUSED: Said = ['Progressing', 'False', 'Paused', 'paused'];
const good: RevisionTable = { number: 1, version: '1.0.0', request: 'r1', conditions: [SUCCEEDED, ROLLED_OUT] };
const failed = { name: 'p.v2.0.0', version: '2.0.0', request: 'r2', generation: 3, reason: 'Blocked' };
const bad = (...conditions: readonly Said[]): RevisionTable => ({ number: 2, version: '2.0.0', request: 'r2', conditions });

test.each<[string, readonly RevisionTable[], string | undefined, string]>([
  ['a probe that says that waiting is pointless', [good, bad(BLOCKED)], 'Rollback', 'back to 1'],
  ['a deadline that has passed', [good, bad(DEADLINE)], 'Rollback', 'back to 1'],
  ['nobody asked for it', [good, bad(BLOCKED)], undefined, 'stays'],
  ['asked to stop', [good, bad(BLOCKED)], 'Stop', 'stays'],
  ['it goes on', [good, bad(ROLLING)], 'Rollback', 'stays'],
  ['a person has paused it', [good, bad(PAUSED)], 'Rollback', 'stays'],
  ['a first install has nothing to go back to', [bad(BLOCKED)], 'Rollback', 'stays'],
  ['a rollback that fails is not rolled back', [good, { ...bad(BLOCKED), rollback: { of: 1, from: 2, failed } }], 'Rollback', 'stays'],
  ['a newer one is there already', [good, bad(BLOCKED), { number: 3, version: '1.0.0', request: 'r1', conditions: [ROLLING] }], 'Rollback', 'stays'],
])('%s', (_name, revisions, asked, expected) => {
  const failure = failedUpgrade(extension(asked), revisionStates(revisions.map(revision)));
  expect(failure === undefined ? 'stays' : `back to ${failure.marker.of}`).toBe(expected);
});

test('after a rollback, what was asked for is held until the extension changes', () => {
  const back: RevisionTable = { number: 3, version: '1.0.0', request: 'r1', conditions: [SUCCEEDED], rollback: { of: 1, from: 2, failed } };
  const states = revisionStates([good, bad(BLOCKED), back].map(revision));
  const bundle = { name: 'p.v1.0.0', version: '1.0.0' };
  const kept = { type: 'kept', bundle, why: 'not-approved', resolution: {} } as unknown as Parameters<typeof heldAfterRollback>[2];
  const resolved = { type: 'resolved', bundle, resolved: {} } as unknown as Parameters<typeof heldAfterRollback>[2];
  expect(heldAfterRollback(extension(), states, kept, 'another')).toContain('Revision 2 (version 2.0.0) failed (Blocked) and was rolled back');
  expect(heldAfterRollback(extension(), states, resolved, 'r2')).toBeDefined();
  expect(heldAfterRollback(extension(), states, resolved, 'another')).toBeUndefined();
  const changed = { ...extension(), metadata: { name: 'shop', generation: 4 } } as LiveExtension;
  expect(heldAfterRollback(changed, states, kept, 'another')).toBeUndefined();
});

test('definitions that did not go back are named, with what that would have broken', () => {
  const of = (more: object) => {
    const rollback = { of: 1, from: 2, failed: { ...failed, ...more } };
    const back: RevisionTable = { number: 3, version: '1.0.0', request: 'r1', conditions: [SUCCEEDED], rollback };
    const kept = { type: 'kept', bundle: { name: 'p.v1.0.0', version: '1.0.0' } } as unknown as Parameters<typeof heldAfterRollback>[2];
    return heldAfterRollback(extension(), revisionStates([good, bad(BLOCKED), back].map(revision)), kept, 'another')?.split('changes.')[1];
  };
  const stay = 'CustomResourceDefinitions stay as the failed version has them, because going back would break something';
  expect(of({})).toBe('');
  expect(of({ keptDefinitions: ['a.example', 'b.example'] })).toBe(` ${stay}: a.example, b.example.`);
  expect(of({ keptDefinitions: ['a.example'], wouldBreak: ['a.example: storedVersionRemoval: stored versions removed : [v2]', 'and 7 more'] }))
    .toBe(` ${stay} (a.example: storedVersionRemoval: stored versions removed : [v2]; and 7 more): a.example.`);
});

test('a version that was there before and comes back is a rollback for the history', () => {
  const states = revisionStates([{ ...good, state: 'Archived' as const }, { ...bad(SUCCEEDED), state: 'Active' as const }].map(revision));
  expect(markerOfReturn(states, { name: 'p.v1.0.0', version: '1.0.0' })).toEqual({ of: 1, from: 2 });
  expect(markerOfReturn(states, { name: 'p.v0.9.0', version: '0.9.0' })).toBeUndefined();
  expect(markerOfReturn(states, { name: 'p.v2.0.0', version: '2.0.0' })).toBeUndefined();
  expect(markerOfReturn(states, { name: 'p.v3.0.0', version: '3.0.0' })).toBeUndefined();
});
