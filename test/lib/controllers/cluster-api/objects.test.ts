/** Objects of required definitions: which fit, what a review answers, and about which the server asks. */
import type { JsonObject } from '../../../../lib/api';
import type { Read, Requirement } from '../../../../lib/controllers/cluster-api/requirement/decide';
import { type Judge, reviewed } from '../../../../lib/controllers/cluster-api/requirement/objects/review';
import { objectSchemaOf, validateObject, type Verdict } from '../../../../lib/controllers/cluster-api/requirement/objects/validate';
import { isWithin } from '../../../../lib/controllers/cluster-api/requirement/admission/keep-object';
import { webhookOf } from '../../../../lib/controllers/cluster-api/requirement/objects/webhook';

const schemaWith = (spec: JsonObject): JsonObject => ({ type: 'object', properties: { spec: { type: 'object', ...spec }, status: { type: 'object', properties: { phase: { type: 'string', enum: ['A'] } } } } });
const definition = (spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  metadata: { name: 'things.example.io' },
  spec: { group: 'example.io', names: { plural: 'things' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schemaWith(spec) }, ...more }] },
});
const thing = (spec: JsonObject, more: JsonObject = {}): JsonObject => ({ apiVersion: 'example.io/v1', kind: 'Thing', metadata: { name: 'a', uid: 'u', creationTimestamp: null }, spec, ...more });

function judged(spec: JsonObject, object: JsonObject, old?: JsonObject): Verdict {
  return validateObject(objectSchemaOf(definition(spec), 'v1')!, thing(object), old === undefined ? undefined : thing(old));
}

const text: JsonObject = { type: 'string' };
const FIELDS: JsonObject = {
  required: ['a'],
  properties: {
    a: { ...text, maxLength: 3, pattern: '^[a-z]*$' }, n: { type: 'integer', minimum: 0 }, mode: { ...text, enum: ['x', 'y'] }, port: { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] },
    list: { type: 'array', maxItems: 1, items: { type: 'object', required: ['b'], properties: { b: text } } }, map: { type: 'object', additionalProperties: { type: 'integer' } }, nothing: { ...text, nullable: true },
  },
};

test.each<[what: string, spec: JsonObject, object: JsonObject, errors: readonly RegExp[]]>([
  ['all that is required', FIELDS, { a: 'abc', n: 0, mode: 'x', port: 80, list: [{ b: '' }], map: { k: 1 }, nothing: null }, []],
  ['fields that nobody knows, which the server drops', FIELDS, { a: 'a', unknown: { b: 1 } }, []],
  ['a required field that is missing', FIELDS, {}, [/^spec\.a: .*(required|missing)/i]],
  ['other types', FIELDS, { a: 1, n: 'x', list: {}, map: { k: 'x' } }, [/^spec\.a/, /^spec\.n/, /^spec\.list/, /^spec\.map\.k/]],
  ['bounds', FIELDS, { a: 'abcd', n: -1, mode: 'z' }, [/^spec\.a: /, /^spec\.n: /, /^spec\.mode: /]],
  ['a pattern', FIELDS, { a: 'A' }, [/^spec\.a: /]],
  ['within lists', FIELDS, { a: 'a', list: [{}] }, [/^spec\.list\[0\]\.b: /]],
  ['anyOf, neither', { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, [/^spec: it fits none/]],
  ['anyOf, one', { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { b: '' }, []],
  ['oneOf, both', { properties: { a: text, b: text }, oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: '', b: '' }, [/^spec: it does not fit exactly one/]],
  ['not', { properties: { a: text }, not: { properties: { a: { enum: ['bad'] } }, required: ['a'] } }, { a: 'bad' }, [/^spec: it is what it may not be/]],
  ['not, of something else', { properties: { a: text }, not: { properties: { a: { enum: ['bad'] } }, required: ['a'] } }, { a: 'good' }, []],
  ['a rule', { 'properties': { a: text, b: text }, 'x-kubernetes-validations': [{ rule: 'has(self.a) == has(self.b)', message: 'both or none' }] }, { a: '' }, [/^spec: both or none$/]],
  ['a rule of each entry', { properties: { list: { type: 'array', items: { 'type': 'object', 'properties': { n: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.n > 1' }] } } } }, { list: [{ n: 2 }, { n: 1 }] }, [/^spec\.list\[1\]: failed rule: self\.n > 1$/]],
])('%s', (_what, spec, object, errors) => {
  const verdict = judged(spec, object);
  expect(verdict.warnings).toEqual([]);
  expect(verdict.errors).toEqual(errors.map((error) => expect.stringMatching(error) as string));
});

describe('rules about the object before', () => {
  const spec: JsonObject = { properties: { a: { ...text, 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'it is immutable' }] } } };

  test('count on an update alone', () => {
    expect(judged(spec, { a: 'x' }).errors).toEqual([]);
    expect(judged(spec, { a: 'x' }, { a: 'x' }).errors).toEqual([]);
    expect(judged(spec, { a: 'x' }, { a: 'y' }).errors).toEqual(['spec.a: it is immutable']);
    expect(judged(spec, { a: 'x' }, {}).errors).toEqual([]);
  });

  test('find the entry of a list by its keys', () => {
    const list: JsonObject = { 'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], 'items': { 'type': 'object', 'properties': { k: text, v: text }, 'x-kubernetes-validations': [{ rule: 'self.v == oldSelf.v' }] } };
    const entries = (...all: JsonObject[]): JsonObject => ({ list: all });
    expect(judged({ properties: { list } }, entries({ k: 'b', v: '2' }, { k: 'a', v: '1' }), entries({ k: 'a', v: '1' }, { k: 'b', v: '2' })).errors).toEqual([]);
    expect(judged({ properties: { list } }, entries({ k: 'a', v: '2' }), entries({ k: 'a', v: '1' })).errors).toEqual([expect.stringMatching(/^spec\.list\[0\]: failed rule/)]);
  });

  test('look at each entry of the list before once, however long it is', () => {
    const list: JsonObject = { 'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], 'items': { 'type': 'object', 'properties': { k: text }, 'x-kubernetes-validations': [{ rule: 'self.k == oldSelf.k' }] } };
    let looks = 0;
    const before = Array.from({ length: 500 }, (_none, index) => Object.defineProperty({}, 'k', { enumerable: true, get: () => (looks++, String(index)) })) as JsonObject[];
    expect(judged({ properties: { list } }, { list: Array.from({ length: 500 }, (_none, index) => ({ k: `new${index}` })) }, { list: before }).errors).toEqual([]);
    expect(looks).toBe(500);
  });
});

test('a rule that only the server can judge is told of, and refuses nothing', () => {
  const verdict = judged({ 'properties': { a: text }, 'x-kubernetes-validations': [{ rule: 'isQuantity(self.a)' }] }, { a: 'x' });
  expect(verdict).toEqual({ errors: [], warnings: [expect.stringMatching(/^spec: a rule cannot be judged \(unknown function isQuantity\): isQuantity\(self\.a\)$/)] });
});

test('an object whose rules take too long to be judged does not fit', () => {
  const spec: JsonObject = {
    'properties': { list: { type: 'array', items: { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self >= 0' }] } } },
    'x-kubernetes-validations': [{ rule: 'self.list.all(q, q < 5)' }],
  };
  expect(judged(spec, { list: [99] }).errors).toEqual(['spec: failed rule: self.list.all(q, q < 5)']);
  const { errors } = judged(spec, { list: [...Array.from({ length: 60_000 }, () => 1), 99] });
  expect(errors[0]).toMatch(/too large for its rules to be judged|failed rule/);
  expect(errors.length).toBeLessThanOrEqual(101);
});

describe('a review', () => {
  const made = objectSchemaOf(definition(FIELDS, { subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } } }), 'v1');
  const judge = (action: 'Deny' | 'Warn'): Judge => ({ type: 'ready', action, schemaOf: (version) => (version === 'v1' ? made : undefined) });
  const ask = (object: JsonObject, by: Judge = judge('Deny'), more: JsonObject = {}) => (
    (reviewed({ request: { uid: '1', resource: { version: 'v1' }, object, ...more } }, 'r', by) as { readonly response: JsonObject }).response
  );

  test('allows what fits; Deny refuses the rest with everything that is wrong, Warn says it', () => {
    expect(ask(thing({ a: 'a' }))).toEqual({ uid: '1', allowed: true });
    expect(ask(thing({ n: -1 }))).toMatchObject({ allowed: false, status: { code: 422, reason: 'Invalid', message: expect.stringMatching(/^This requirement was added by CompatibilityRequirement r: spec\.a: .*; spec\.n: /) as string } });
    expect(ask(thing({ n: -1 }), judge('Warn'))).toMatchObject({ allowed: true, warnings: [expect.stringMatching(/: spec\.a: /), expect.stringMatching(/: spec\.n: /)] });
  });

  test('looks at status, and at the number of replicas', () => {
    expect(ask(thing({ a: 'a' }, { status: { phase: 'B' } }), judge('Deny'), { subResource: 'status' })).toMatchObject({ allowed: false });
    const scale = (replicas: number): JsonObject => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas } });
    expect(ask(scale(-1), judge('Deny'), { subResource: 'scale' })).toMatchObject({ allowed: false, status: { message: expect.stringMatching(/: spec\.n: /) as string } });
    expect(ask(scale(3), judge('Deny'), { subResource: 'scale' })).toMatchObject({ allowed: true });
  });

  test('of a requirement that is not there, or of a version that it has not, is refused; what is no review has no answer', () => {
    expect(ask(thing({ a: 'a' }), { type: 'wrong', message: 'it is not there' })).toMatchObject({ allowed: false, status: { code: 500 } });
    expect(ask(thing({ a: 'a' }), judge('Warn'), { resource: { version: 'v2' } })).toMatchObject({ allowed: false, status: { code: 500, message: expect.stringMatching(/no schema of version v2/) as string } });
    expect(reviewed({ request: {} }, 'r', judge('Deny'))).toBeUndefined();
    expect(reviewed([], 'r', judge('Deny'))).toBeUndefined();
  });
});

describe('the webhook of a requirement', () => {
  const read: Read = { type: 'read', name: 'things.example.io', definition: definition(FIELDS, { subresources: { status: {} } }) };
  const requirement = (objects?: object): Requirement => ({ apiVersion: 'a/v1', kind: 'CompatibilityRequirement', metadata: { name: 'r', uid: 'u' }, spec: { objectSchemaValidation: objects } }) as unknown as Requirement;
  const caller = { at: { namespace: 'ns', name: 'webhook', port: 443 }, authorities: 'PEM' };

  test('is owned by it, closed when nobody answers, and asks about what its selectors say', () => {
    const selectors = { namespaceSelector: { matchLabels: { a: 'b' } }, objectSelector: { matchLabels: { c: 'd' } }, matchConditions: [{ name: 'x', expression: 'true' }] };
    expect(webhookOf(requirement({ action: 'Deny', ...selectors }), read, caller, undefined)).toEqual({
      apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration',
      metadata: {
        name: 'r', labels: { 'capi-operator.openshift.io/refusal': 'objects' },
        ownerReferences: [expect.objectContaining({ name: 'r', uid: 'u', controller: true })],
      },
      webhooks: [{
        name: 'objects.compatibilityrequirements.apiextensions.openshift.io', failurePolicy: 'Fail', matchPolicy: 'Exact', sideEffects: 'None', admissionReviewVersions: ['v1'], timeoutSeconds: 10,
        clientConfig: { caBundle: 'UEVN', service: { namespace: 'ns', name: 'webhook', port: 443, path: '/compatibility-requirement-object-admission/r' } },
        rules: [{ apiGroups: ['example.io'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['things', 'things/status'], scope: '*' }],
        ...selectors,
      }],
    });
  });

  test('may have an address in place of a Service; without a wish for it there is none', () => {
    const [webhook] = webhookOf(requirement({ action: 'Warn' }), read, { ...caller, at: 'https://127.0.0.1:9443/' }, undefined)?.['webhooks'] as readonly JsonObject[];
    expect(webhook).toMatchObject({ clientConfig: { url: 'https://127.0.0.1:9443/compatibility-requirement-object-admission/r' }, namespaceSelector: {}, objectSelector: {}, matchConditions: [] });
    expect(webhookOf(requirement(), read, caller, undefined)).toBeUndefined();
  });

  test('stays while the requirement cannot be read, with whom the server trusts by then', () => {
    const live = webhookOf(requirement({ action: 'Deny' }), read, caller, undefined);
    const wrong = (of: Requirement, before = live): unknown => webhookOf(of, { type: 'wrong', message: '' }, { ...caller, authorities: 'NEW' }, before)?.['webhooks'];
    const [webhook] = live?.['webhooks'] as readonly JsonObject[];
    expect(wrong(requirement({ action: 'Deny' }))).toEqual([{ ...webhook, clientConfig: { ...webhook?.['clientConfig'] as JsonObject, caBundle: 'TkVX' } }]);
    expect(webhookOf(requirement({ action: 'Deny' }), { type: 'wrong', message: '' }, caller, undefined)).toBeUndefined();
    expect(wrong(requirement())).toBeUndefined();
  });
});

test.each<[what: string, wanted: JsonObject, live: JsonObject, isSo: boolean]>([
  ['what the server adds does not count', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, true],
  ['an empty list is as good as none', { a: [] }, {}, true],
  ['another value', { a: 1 }, { a: 2 }, false],
  ['a selector that is gone', { objectSelector: {} }, { objectSelector: { matchLabels: { a: 'b' } } }, false],
  ['a selector with fewer labels', { objectSelector: { matchLabels: { a: 'b' } } }, { objectSelector: { matchLabels: { a: 'b', c: 'd' } } }, false],
  ['what must not be there is not', { a: null }, {}, true],
  ['what must not be there is', { matchResources: null }, { matchResources: {} }, false],
  ['a rule that excludes', { excludeResourceRules: [] }, { excludeResourceRules: [{ resources: ['*'] }] }, false],
  ['no selector, and none there', { objectSelector: {} }, {}, true],
])('what is wanted, and what there is: %s', (_what, wanted, live, isSo) => {
  expect(isWithin(wanted, live)).toBe(isSo);
});
