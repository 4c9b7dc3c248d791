import type { ApiStatus, FailureCause, ObjectRef } from '../../../../lib/engine';
import { failureHint, failureReason } from '../../../../lib/engine/words';

const status = (code: number, message: string): ApiStatus => ({ code, reason: '', message, causes: [] });
const refused = (ref: ObjectRef, answer: ApiStatus): FailureCause => ({ type: 'refused', ref, request: 'update', status: answer });

test.each<[string, ApiStatus, RegExp]>([
  ['a webhook', status(403, 'admission webhook "deny.example.com" denied the request: no'), /as deny\.example\.com asks/],
  ['quota', status(403, 'exceeded quota: q'), /Raise the quota/],
  [
    'permission',
    status(403, 'configmaps "a" is forbidden: User "u" cannot patch resource "configmaps" in API group "" in the namespace "n"'),
    /Ask for permission.*ConfigMap objects in namespace n/,
  ],
  ['namespace', status(404, 'namespaces "n" not found'), /Create the namespace first/],
  ['immutable', status(422, 'spec.selector: field is immutable'), /keep it as it is, rename the object, or have it replaced/],
  ['size', status(413, 'too large'), /larger than the API server accepts/],
])('what to do about a refusal: %s', (_, answer, hint) => {
  const cause = refused({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' }, answer);
  expect(failureReason(cause)).toBe(`the API server refused to change ConfigMap.v1 n/a: ${answer.message}`);
  expect(failureHint(cause)).toMatch(hint);
});

test('a new object that would be refused: the old one was not deleted for it', () => {
  const ref = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'n', name: 'a' };
  const cause: FailureCause = { type: 'refused', ref, request: 'trial', status: status(422, 'spec.template: Required value') };
  expect(failureReason(cause)).toBe('the API server refused to accept a new Job.batch/v1 n/a: spec.template: Required value');
  expect(failureHint(cause)).toMatch(/the old one was not deleted: correct the object/);
});

test('managed fields of a version that is gone: the hint is a command that has them forgotten', () => {
  const answer = status(500, 'request to convert CR to an invalid group/version: example.com/v1');
  expect(failureHint(refused({ apiVersion: 'example.com/v2', kind: 'Gadget', namespace: 'n', name: 'a' }, answer))).toBe(
    'Its managedFields mention example.com/v1, a version that the definition of the kind no longer has. Remove them, '
    + 'and apply again: kubectl patch gadget.v2.example.com a -n n --type=json '
    + `-p '[{"op":"replace","path":"/metadata/managedFields","value":[{}]}]'`,
  );
});

test('an object that is stored in a version that is gone: the hint says how it becomes readable again', () => {
  const answer = status(500, 'request to convert CR from an invalid group/version: example.com/v1alpha1');
  const hint = failureHint(refused({ apiVersion: 'example.com/v1', kind: 'Gadget', namespace: 'n', name: 'a' }, answer));
  expect(hint).toMatch(/^It is stored as example\.com\/v1alpha1, a version that the definition of the kind no longer has\./);
  expect(hint).toContain('kubectl get gadget.example.com -A -o json | kubectl replace -f -');
});

describe('an object that another client fights for', () => {
  const contested = (change: 'edit' | 'delete', ...managers: readonly (string | undefined)[]): FailureCause => ({
    type: 'contested', repairs: 3, change,
    interference: managers.map((manager, index) => ({ path: `data.${index}`, ...(manager === undefined ? {} : { manager }) })),
  });

  test.each<[string, FailureCause, string, RegExp]>([
    [
      'named clients', contested('edit', 'kubectl', 'kubectl', 'argocd', undefined),
      'kubectl, argocd changes it again and again (data.0, data.1, data.2, and 1 more): it was changed again after 3 repairs',
      /stop kubectl, argocd\.$/,
    ],
    [
      'an unknown client', contested('edit'),
      'another client changes it again and again: it was changed again after 3 repairs', /metadata\.managedFields/,
    ],
    [
      'a client that deletes it', contested('delete'),
      'another client deletes it again and again: it was gone again after 3 repairs', /^Find out in the audit log/,
    ],
  ])('%s', (_, cause, reason, hint) => {
    expect(failureReason(cause)).toBe(reason);
    expect(failureHint(cause)).toMatch(hint);
  });
});

test('a kind that is not served is named', () => {
  const cause: FailureCause = { type: 'unserved', apiVersion: 'example.com/v1', kind: 'Gadget' };
  expect(failureReason(cause)).toBe('the API server does not serve Gadget (example.com/v1)');
  expect(failureHint(cause)).toMatch(/^Install what defines this kind first/);
});

test('of what a guard held, the guard says it', () => {
  const cause: FailureCause = { type: 'kept', code: 'data-loss', message: 'it holds data', hint: 'Look at it.' };
  expect([failureReason(cause), failureHint(cause)]).toEqual(['it holds data', 'Look at it.']);
});
