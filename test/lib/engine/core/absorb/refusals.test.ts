import {
  classify, denierOf, isDenied, isUnforeseeable, lacksPermission, withoutSecrets,
} from '../../../../../lib/engine/core/absorb/refusals';
import type { ApiStatus } from '../../../../../lib/engine';

const status = (code: number, message = '', more: Partial<ApiStatus> = {}): ApiStatus =>
  ({ code, reason: '', message, causes: [], ...more });

/** What a refusal means. The texts are those of kube-apiserver 1.36. */
test.each<[string, ApiStatus, string]>([
  ['lost an optimistic lock', status(409, 'the object has been modified'), 'conflict'],
  ['create-only, and it exists', status(409, 'Operation cannot be fulfilled'), 'conflict'],
  ['another incarnation', status(422, 'metadata.uid: Invalid value', { causes: [{ field: 'metadata.uid' }] }), 'conflict'],
  ['a failed test of a JSON patch', status(422, 'the server rejected our request due to an error in our request'), 'conflict'],
  ['fields of another manager', status(409, 'Apply failed with 1 conflict', { causes: [{ reason: 'FieldManagerConflict' }] }), 'permanent'],
  ['too many requests', status(429, 'slow down'), 'retry'],
  ['the server is shutting down', status(503, 'apiserver is shutting down'), 'retry'],
  ['a webhook that does not answer', status(500, 'failed calling webhook "x": context deadline exceeded'), 'retry'],
  ['an unknown field', status(500, 'failed to create typed patch object: .spec.bogus: field not declared in schema'), 'permanent'],
  ['a value that cannot be converted', status(500, 'failed to convert new object'), 'permanent'],
  [
    'managed fields of a version that is gone',
    status(500, 'request to convert CR to an invalid group/version: example.com/v1'),
    'permanent',
  ],
  ['stored in a version that is gone', status(500, 'request to convert CR from an invalid group/version: example.com/v1'), 'permanent'],
  [
    'the same of a kind whose storage is being prepared, which is said with 429',
    status(429, 'storage is (re)initializing: request to convert CR from an invalid group/version: example.com/v1'), 'retry',
  ],
  [
    'a list with one stored in a version that is gone',
    status(500, 'request to convert CR list failed, list index 0 has invalid group/version: example.com/v1'), 'permanent',
  ],
  ['an invalid object', status(422, 'spec.replicas: Invalid value', { causes: [{ field: 'spec.replicas' }] }), 'permanent'],
  [
    'no permission',
    status(403, 'configmaps is forbidden: User "u" cannot patch resource "configmaps" in API group "" in the namespace "n"'),
    'permanent',
  ],
  ['no such namespace', status(404, 'namespaces "n" not found', { reason: 'NotFound' }), 'namespace-missing'],
  [
    'the namespace goes',
    status(403, 'unable to create new content in namespace n because it is being terminated', {
      causes: [{ reason: 'NamespaceTerminating' }],
    }),
    'namespace-terminating',
  ],
])('%s: %s', (_, answer, expected) => expect(classify(answer)).toBe(expected));

const WEBHOOK_AWAY = status(500, 'Internal error occurred: failed calling webhook "x": connection refused');
const CONVERSION_AWAY = status(500, 'conversion webhook for example.com/v1, Kind=Foo failed: connection refused');
const TERMINATING = status(403, 'it is being terminated', { causes: [{ reason: 'NamespaceTerminating' }] });

test.each<[string, ApiStatus, number, boolean]>([
  ['a namespace that is being deleted', TERMINATING, 0, true],
  ['a webhook that does not answer once', WEBHOOK_AWAY, 0, false],
  ['a webhook that does not answer twice', WEBHOOK_AWAY, 1, true],
  ['a conversion webhook that does not answer twice', CONVERSION_AWAY, 1, true],
  ['a server with trouble for the fourth time', status(503, 'no leader'), 3, false],
  ['a server with trouble for the fifth time', status(503, 'no leader'), 4, true],
  ['a server that is busy', status(429, 'slow down'), 50, false],
  ['an object that is refused', status(422, 'invalid'), 50, false],
])('a look gives up what cannot be foreseen: %s', (_, answer, attempts, expected) => {
  expect(isUnforeseeable(answer, attempts)).toBe(expected);
});

test('a refusal by the authorizer differs from one by admission', () => {
  const denied = 'configmaps "a" is forbidden: User "u" cannot patch resource "configmaps" in API group "" in the namespace "n"';
  expect(isDenied(status(403, denied))).toBe(true);
  expect(isDenied(status(403, 'pods "a" is forbidden: error looking up service account n/x: serviceaccount "x" not found'))).toBe(false);
  expect(isDenied(status(403, 'pods "a" is forbidden: exceeded quota: q'))).toBe(false);
});

test.each<[string, string | undefined]>([
  ['admission webhook "deny.example.com" denied the request: no', 'deny.example.com'],
  ['admission webhook "deny.example.com" denied the request without explanation', 'deny.example.com'],
  ["configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'no-a' with binding 'all' denied request: no", 'no-a'],
  ['pods "a" is forbidden: error looking up service account n/x: serviceaccount "x" not found', undefined],
  ['configmaps "a" is forbidden: User "u" cannot patch resource "configmaps" in API group "" in the namespace "n"', undefined],
])('who said no: %s', (message, denier) => expect(denierOf(status(403, message))).toBe(denier));

const GROUPS = '(groups=["system:serviceaccounts" "system:authenticated"])';

test.each<[string, ApiStatus, boolean]>([
  ['it may not do this', status(403, 'configmaps "a" is forbidden: User "u" cannot patch resource "configmaps" in API group ""'), true],
  [
    'it may not hand out what it has not',
    status(403, `clusterroles "a" is forbidden: user "u" ${GROUPS} is attempting to grant RBAC permissions not currently held:`), true,
  ],
  ['quota', status(403, 'pods "a" is forbidden: exceeded quota: pods'), false],
  ['a value that quotes such words', status(422, 'data: Invalid: x is forbidden: User "u" cannot patch resource "configmaps"'), false],
])('for lack of a permission: %s', (_, answer, expected) => expect(lacksPermission(answer)).toBe(expected));

test('a refusal that never ends takes no time by its square', () => {
  const startedAt = performance.now();
  for (const piece of [' is forbidden: User "x" cannot ', ' is forbidden: user "x" (groups=[']) lacksPermission(status(403, piece.repeat(100_000)));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

describe('a value that the server quotes', () => {
  const typed = 'failed to create typed patch object (n/a; /v1, Kind=Secret): errors:'
    + '\n  .data.pin: expected string, got &value.valueUnstructured{Value:1234567}'
    + '\n  .stringData.keys: expected string, got &value.valueUnstructured{Value:[]interface {}{"s3cr3t"}}';
  const answer = status(500, typed, { causes: [{ message: typed }] });

  test('is not shown of a Secret; where it stands is', () => {
    const shown = withoutSecrets({ apiVersion: 'v1', kind: 'Secret', name: 'a', namespace: 'n' }, answer);
    expect(JSON.stringify(shown)).not.toMatch(/1234567|s3cr3t/);
    expect(shown.message).toContain(
      '.data.pin: expected string, got something else (values of a Secret are not shown)\n  .stringData.keys: expected string',
    );
  });

  test('is shown of everything else', () => {
    expect(withoutSecrets({ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'n' }, answer)).toBe(answer);
  });
});
