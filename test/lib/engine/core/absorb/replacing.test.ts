/** How answers bring an object that cannot be changed in place from its refusal to the new one. */
import type { ApiStatus } from '../../../../../lib/engine';
import type { StepAnswer } from '../../../../../lib/engine/core';
import { absorbAnswer } from '../../../../../lib/engine/core/absorb/answers';
import { settledOf, type Entry } from '../../../../../lib/engine/core/state/entry';
import { absent, entry, present, view } from '../scene';

const REF = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' };
const CONTEXT = { ref: REF, brought: false, dependent: false, inPhase: true, replaces: true };
const says = (message: string, code = 422, field?: string): ApiStatus => ({
  code, reason: 'Invalid', message, causes: field === undefined ? [] : [{ field, message }],
});
const refused = (status: ApiStatus): StepAnswer => ({ type: 'refused', status });
const IMMUTABLE = says('field is immutable', 422, 'data.a');
const WORDED = says('the engine is chosen once', 422, 'spec.engine');
const asking = (request: 'dry-run' | 'trial', ...parts: readonly Partial<Entry>[]): Entry => (
  entry(present(), { progress: { type: 'asking', attempts: 0, id: 1, request } }, ...parts)
);
const fixedBy = (status: ApiStatus): Partial<Entry> => (
  { fixed: { uid: 'u', refusal: { type: 'refused', ref: REF, request: 'dry-run', status }, trial: 'due' } }
);
/** `trial due`, `replace it (accepted)`, `failed: <request>: <words>`. */
function short(after: Entry): string {
  const settled = settledOf(after);
  if (settled?.action === 'Failed' && settled.cause.type === 'refused') {
    return `failed: ${settled.cause.request}: ${settled.cause.status.message}`;
  }
  if (after.fixed === undefined) return settled?.action ?? after.progress.type;
  return after.fixed.trial === 'due' ? `trial due, dry run ${after.dryRun}` : `replace it (${after.fixed.trial}), dry run ${after.dryRun}`;
}

describe('a change that is refused', () => {
  test.each<[string, ApiStatus, boolean, string]>([
    ['in the words of the server, and may be replaced', IMMUTABLE, true, 'trial due, dry run due'],
    ['in the words of a rule, and may be replaced', WORDED, true, 'trial due, dry run due'],
    ['and may not be replaced', IMMUTABLE, false, 'failed: dry-run: field is immutable'],
    ['for lack of permission', says('x is forbidden: User "u" cannot patch resource "y"', 403), true,
      'failed: dry-run: x is forbidden: User "u" cannot patch resource "y"'],
  ])('%s', (_what, status, replaces, expected) => {
    expect(short(absorbAnswer(asking('dry-run'), 'dry-run', refused(status), { ...CONTEXT, replaces }))).toBe(expected);
  });

  test('nothing is replaced that is not there', () => {
    const created = entry(absent(true), { progress: { type: 'asking', attempts: 0, id: 1, request: 'dry-run' } });
    expect(short(absorbAnswer(created, 'dry-run', refused(IMMUTABLE), CONTEXT))).toBe('failed: dry-run: field is immutable');
  });
});

describe('the trial', () => {
  const taken = says('name is taken', 409);
  test.each<[string, ApiStatus, StepAnswer, string]>([
    ['is accepted', IMMUTABLE, { type: 'accepted' }, 'replace it (accepted), dry run passed'],
    ['is accepted, so that the rule was about the change', WORDED, { type: 'accepted' }, 'replace it (accepted), dry run passed'],
    ['finds its name taken', IMMUTABLE, refused(taken), 'replace it (unknown), dry run passed'],
    ['finds its name taken, and nothing says that the field is fixed', WORDED, refused(taken), 'trial due, dry run due'],
    ['is refused for its content', IMMUTABLE, refused(says('no image', 422, 'spec.image')), 'failed: trial: no image'],
    ['is refused for its name alone', IMMUTABLE, refused(says('no', 422, 'metadata.name')), 'replace it (unknown), dry run passed'],
    [
      'is refused as the change was: it was no change that was refused',
      WORDED,
      refused(WORDED),
      'failed: dry-run: the engine is chosen once',
    ],
    ['cannot be made, and nothing says that the field is fixed', WORDED, refused(says('no', 422, 'metadata.name')),
      'failed: dry-run: the engine is chosen once'],
    ['meets a busy server', IMMUTABLE, refused(says('busy', 429)), 'trial due, dry run due'],
    ['gets no answer', IMMUTABLE, { type: 'lost', message: 'reset' }, 'trial due, dry run due'],
  ])('%s', (_what, first, answer, expected) => {
    expect(short(absorbAnswer(asking('trial', fixedBy(first)), 'trial', answer, CONTEXT))).toBe(expected);
  });
});

describe('the delete of what is made anew', () => {
  const intent = { action: 'Replaced', cause: { fields: ['data.a'], asked: true } } as const;
  const replacing = entry(present(), fixedBy(IMMUTABLE), { progress: { type: 'writing', attempts: 0, id: 1, intent } });
  test.each<[string, StepAnswer, object]>([
    [
      'is done',
      { type: 'gone' },
      { knowledge: { presence: 'absent', confirmed: true }, progress: { type: 'open', achieved: intent }, contest: { replacements: 1 } },
    ],
    ['waits for finalizers', { type: 'object', created: false, view: view({ terminating: true, finalizers: ['f'] }) },
      {
        knowledge: { presence: 'present' },
        progress: { type: 'open', achieved: intent, waiting: { type: 'being-deleted', finalizers: ['f'] } },
      }],
    [
      'gets no answer',
      { type: 'lost', message: 'reset' },
      { knowledge: { needsRead: true }, progress: { type: 'open', unanswered: intent } },
    ],
    [
      'comes too late',
      refused(says('changed', 409)),
      { knowledge: { needsRead: true }, progress: { type: 'open', attempts: 1 }, contest: { replacements: 0 } },
    ],
    [
      'is kept by a guard',
      { type: 'kept', code: 'data-loss', message: 'data' },
      { progress: { type: 'settled', action: { action: 'Failed' } } },
    ],
  ])('%s', (_what, answer, expected) => {
    expect(absorbAnswer(replacing, 'replace', answer, CONTEXT)).toMatchObject(expected);
  });
});
