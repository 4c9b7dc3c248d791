/** How one event changes what is known of one object. */
import { absorbAnswer } from '../../../../../lib/engine/core/absorb/answers';
import { absent, absorbUnseen, absorbVanished, absorbView } from '../../../../../lib/engine/core/absorb/streams';
import { initialEntry, pendingOf, settledOf, viewIn, type Entry } from '../../../../../lib/engine/core/state/entry';
import type { ObjectView } from '../../../../../lib/engine/core/view';

const VIEW: ObjectView = {
  uid: 'u', resourceVersion: '5', terminating: false, finalizers: [], ownership: { relation: 'ours', listed: true } as ObjectView['ownership'], exact: true,
  owned: 'digest', interference: [], toMerge: false, ready: { status: 'pass', message: '', terminal: false }, labelled: true,
};
const at = (resourceVersion: string): ObjectView => ({ ...VIEW, resourceVersion });
const START = initialEntry(undefined);
const SEEN = absorbView(START, at('5'));
const CONTEXT = { ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' }, brought: false, dependent: false, inPhase: true };
const writing = (entry: Entry): Entry => ({ ...entry, progress: { type: 'writing', attempts: 0, id: 1, intent: { action: 'Created' } } });
const said = ({ knowledge }: Entry): string => [knowledge.presence, ...(knowledge.needsRead ? ['to be read'] : [])].join(', ');

describe('what streams tell', () => {
  test.each<[string, Entry, string]>([
    ['nothing yet', START, 'unknown'],
    ['it is shown', SEEN, 'present'],
    ['a stream by name says that it is gone', absorbVanished(SEEN, true, '6'), 'absent'],
    ['a stream by label lost sight of it', absorbVanished(SEEN, false, '6'), 'present, to be read'],
    ['what vanished is older than what is known', absorbVanished(SEEN, true, '4'), 'present, to be read'],
    ['a stream shows everything but it, and it was never seen', absorbUnseen(START, false, '6', false), 'absent'],
    ['a stream shows everything but it, as of an older time', absorbUnseen(SEEN, false, '4', false), 'present'],
    ['a stream shows everything but it, as of a later time', absorbUnseen(SEEN, false, '6', false), 'present, to be read'],
  ])('%s', (_, entry, expected) => expect(said(entry)).toBe(expected));

  test('an older state does not replace a newer one', () => {
    expect(viewIn(absorbView(SEEN, at('4')))?.resourceVersion).toBe('5');
    expect(viewIn(absorbView(SEEN, at('6')))?.resourceVersion).toBe('6');
  });
  test('what was there in this run and is gone differs from what never was', () => {
    expect([absent(SEEN).knowledge, absent(START).knowledge]).toMatchObject([{ existed: true }, { existed: false }]);
  });
});

describe('answers to a create', () => {
  test('stored: it is settled as what was meant, and put on record', () => {
    const entry = absorbAnswer(writing(START), 'create', { type: 'object', view: at('7'), created: true }, CONTEXT);
    expect(settledOf(entry)).toEqual({ action: 'Created' });
    expect(entry.record).toMatchObject({ uid: 'u', owned: 'digest' });
  });
  test('lost: it is read, and the write may turn out to have succeeded', () => {
    const entry = absorbAnswer(writing(START), 'create', { type: 'lost', message: 'no answer' }, CONTEXT);
    expect([said(entry), pendingOf(entry)]).toEqual(['unknown, to be read', undefined]);
    expect(entry.progress).toEqual({ type: 'open', attempts: 1, waiting: { type: 'lost', message: 'no answer' }, unanswered: { action: 'Created' } });
  });
  test('refused for a conflict: it is read, and what is found counts as the work of another client', () => {
    const status = { code: 409, reason: 'AlreadyExists', message: 'exists', causes: [] };
    const entry = absorbAnswer(writing(START), 'create', { type: 'refused', status }, CONTEXT);
    expect([said(entry), entry.progress]).toEqual(['unknown, to be read', { type: 'open', attempts: 1 }]);
  });
  test('unreadable storage: another server may know the version, so that it fails with the third answer only', () => {
    const message = 'request to convert CR from an invalid group/version: example.com/v1';
    const answer = { type: 'refused' as const, status: { code: 500, reason: '', message, causes: [] } };
    const [first, second, third] = [0, 1, 2].map((attempts) =>
      absorbAnswer({ ...START, progress: { type: 'open', attempts } }, 'read', answer, CONTEXT));
    expect(first?.progress).toEqual({ type: 'open', attempts: 1, waiting: { type: 'refused', message } });
    expect(second?.progress).toMatchObject({ type: 'open', attempts: 2 });
    expect(third && settledOf(third)).toMatchObject({ action: 'Failed' });
  });
  test('not served, and nothing of the revision brings its kind: failed', () => {
    expect(settledOf(absorbAnswer(writing(START), 'create', { type: 'unserved' }, CONTEXT))?.action).toBe('Failed');
  });
});

test('a dry run that is accepted tells only that: what is known of the object stays', () => {
  const asking: Entry = { ...START, progress: { type: 'asking', attempts: 0, id: 1, request: 'dry-run' } };
  const entry = absorbAnswer(asking, 'dry-run', { type: 'accepted' }, CONTEXT);
  expect(entry).toMatchObject({ dryRun: 'passed', progress: { type: 'open' }, knowledge: START.knowledge });
});

describe('a dry run that is refused with 403 before its phase', () => {
  const asking: Entry = { ...START, progress: { type: 'asking', attempts: 0, id: 1, request: 'dry-run' } };
  const dryRun = (message: string, admission: readonly string[] = []): string => {
    const status = { code: 403, reason: 'Forbidden', message, causes: [] };
    return absorbAnswer(asking, 'dry-run', { type: 'refused', status }, { ...CONTEXT, inPhase: false, admission }).dryRun;
  };
  const denied = 'admission webhook "deny.example.com" denied the request: no';

  test.each<[string, string, readonly string[], string]>([
    ['by a webhook of the cluster: nothing is written', denied, ['other.example.com'], 'failed'],
    ['by a webhook that comes with the revision: it is asked again', denied, ['deny.example.com'], 'deferred'],
    ['by a policy of the cluster', "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no", [], 'failed'],
    ['for what an earlier phase may bring', 'pods "a" is forbidden: error looking up service account n/x', [], 'deferred'],
    ['by the authorizer', 'configmaps "a" is forbidden: User "u" cannot patch resource "configmaps" in API group ""', [], 'failed'],
  ])('%s', (_, message, admission, expected) => expect(dryRun(message, admission)).toBe(expected));
});
