/** What is done for a revision next. */
import { ASKED_AGAIN_MS, stepOf, type Step } from '../../../../lib/controllers/revision/decide';
import type { Facts, RunFacts } from '../../../../lib/controllers/revision/facts';
import { facts, NOW, refOf, revision, ROLLED_OUT } from './facts';

const archived = revision({ state: 'Archived' });
const refused = (at: number): RunFacts => ({ type: 'error', code: 'data-loss', message: 'x', at });
const torn: RunFacts = { type: 'teardown', complete: true, left: [], failures: [] };

test.each<[string, Partial<Facts>, Step]>([
  ['a new one gets its finalizer and its digests before anything is written', { revision: revision({ hasFinalizer: false, observedPhases: [] }) },
    { type: 'begin', finalizer: true, digests: true }],
  ['one whose process died between the two gets the other', { revision: revision({ observedPhases: [] }) }, { type: 'begin', finalizer: false, digests: true }],
  ['a finalizer that was taken off comes back', { revision: revision({ hasFinalizer: false }) }, { type: 'begin', finalizer: true, digests: false }],
  ['one without phases has no digests', { revision: revision({ observedPhases: [] }), content: { type: 'resolved', digests: [] } }, { type: 'keep' }],
  ['an active one is kept', { run: ROLLED_OUT }, { type: 'keep' }],
  ['after an error it is tried again', { run: { type: 'error', code: 'server-failed', message: 'x', at: NOW } }, { type: 'keep' }],
  ['a terminal probe does not end that it is kept', { run: { ...ROLLED_OUT, terminal: [{ ref: refOf('web'), phase: 'p', message: 'x' }] } }, { type: 'keep' }],
  ['a paused one is looked at', { revision: revision({ state: 'Paused' }) }, { type: 'look' }],
  ['nothing is written from content that changed', { content: { type: 'changed', change: { type: 'count', expected: 1, found: 2 } } }, { type: 'rest' }],
  ['nothing is written from content that can change', { content: { type: 'mutable', secrets: ['a/b'] } }, { type: 'rest' }],
  ['nothing is written without content', { content: { type: 'unreadable', message: 'x' } }, { type: 'rest' }],
  ['nothing is written under a number that is taken', { number: { type: 'taken', by: 'x' } }, { type: 'rest' }],
  ['an archived one is taken down', { revision: archived }, { type: 'take-down' }],
  ['an archived one is taken down whatever its number and its content', { revision: archived, number: { type: 'taken', by: 'x' }, content: { type: 'mutable', secrets: [] } }, { type: 'take-down' }],
  ['a deleted one is taken down', { revision: revision({ deleting: true, state: 'Paused' }) }, { type: 'take-down' }],
  ['what is taken down is let go', { revision: archived, run: torn }, { type: 'release' }],
  ['what was let go rests', { revision: revision({ state: 'Archived', hasFinalizer: false }) }, { type: 'rest' }],
  ['a deleted one that never wrote anything rests', { revision: revision({ deleting: true, hasFinalizer: false }) }, { type: 'rest' }],
  ['where data of others would go it waits', { revision: archived, run: refused(NOW - 1) }, { type: 'rest' }],
  ['the guard is asked again after a while', { revision: archived, run: refused(NOW - ASKED_AGAIN_MS) }, { type: 'take-down' }],
  ['and at once when it is allowed', { revision: revision({ state: 'Archived', allowsDataLoss: true }), run: refused(NOW) }, { type: 'take-down' }],
])('%s', (_name, extra, step) => {
  expect(stepOf(facts(extra))).toEqual(step);
});
