import { isBoxcutterError } from '../../../../lib/errors';
import { defineRevision, validateRevision, type RevisionInput, type ValidationContext } from '../../../../lib/engine';

const cm = (metadata: object = {}, more: object = {}): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop', ...metadata }, ...more });
const of = (...objects: unknown[]): object => ({ name: 'web', number: 1, phases: [{ name: 'p', objects }] });
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', namespace: 'shop', uid: 'u' };
const native = { type: 'native' };

/** `code path` of every finding. */
function found(input: unknown, context: ValidationContext = {}): readonly string[] {
  return validateRevision(input, context).map(({ code, path }) => `${code} ${path}`.trimEnd());
}

test('nothing is wrong with a revision as it should be', () => {
  expect(found({ name: 'web', number: 7, collisionProtection: 'None', phases: [{ name: 'p', objects: [cm(), { object: cm({ name: 'b', creationTimestamp: null }), paused: true }] }] })).toEqual([]);
});

describe('the revision', () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined, 2 ** 53])('number %s', (number) => expect(found({ name: 'web', number, phases: [] })).toEqual(['number-invalid number']));

  test.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['wrong-type']],
    ['a text', 'revision', ['wrong-type']],
    ['a list', [], ['wrong-type']],
    ['an empty object', {}, ['field-required name', 'number-invalid number', 'wrong-type phases']],
    ['phases that are no list', { name: 'web', number: 1, phases: {} }, ['wrong-type phases']],
    ['a number as name', { name: 1, number: 1, phases: [] }, ['field-required name']],
    ['a mistyped option', { name: 'web', number: 1, phases: [], colisionProtection: 'None' }, ['unknown-field colisionProtection']],
    ['a policy that nobody knows', { name: 'web', number: 1, phases: [], collisionProtection: 'prevent' }, ['collision-protection-unknown collisionProtection']],
    ['a replacement policy that nobody knows', { name: 'web', number: 1, phases: [], replacementPolicy: 'Always' }, ['replacement-policy-unknown replacementPolicy']],
    ['options of a wrong type', { name: 'web', number: 1, phases: [], paused: 'yes', orphan: 1 }, ['wrong-type paused', 'wrong-type orphan']],
    ['a deadline of nothing', { name: 'web', number: 1, phases: [], progressDeadlineMinutes: 0 }, ['deadline-invalid progressDeadlineMinutes']],
  ])('%s', (_, input, expected) => expect(found(input)).toEqual(expected));
});

describe('a phase', () => {
  const phase = (...phases: unknown[]): readonly string[] => found({ name: 'web', number: 1, phases });

  test.each(['', 'Upper', 'a_b', '1st', '-a', 'a-', 'x'.repeat(64), 7, undefined])('name %j', (name) => expect(phase({ name, objects: [] })).toEqual(['phase-name-invalid phases[0].name']));
  test('a name of 63 characters', () => expect(phase({ name: 'x'.repeat(63), objects: [] })).toEqual([]));
  test('a name twice', () => expect(phase({ name: 'p', objects: [] }, { name: 'p', objects: [] })).toEqual(['phase-duplicate phases[1].name']));
  test.each(['deploy', null, 3, []])('a phase that is %j', (value) => expect(phase(value)).toEqual(['wrong-type phases[0]']));
  test.each([null, undefined, {}, 'objects'])('objects that are %j', (objects) => expect(phase({ name: 'p', objects })).toEqual(['wrong-type phases[0].objects']));
  test('a gap in a list is not skipped', () => expect(found({ name: 'web', number: 1, phases: new Array(1) })).toEqual(['wrong-type phases[0]']));
});

describe('an object', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', null, ['wrong-type phases[0].objects[0]']],
    ['a text', 'ConfigMap', ['wrong-type phases[0].objects[0]']],
    ['empty', {}, ['field-required phases[0].objects[0].apiVersion', 'field-required phases[0].objects[0].kind', 'field-required phases[0].objects[0].metadata']],
    ['an apiVersion with two groups', cm({}, { apiVersion: 'a/b/c' }), ['field-invalid phases[0].objects[0].apiVersion']],
    ['metadata that is a text', cm({}, { metadata: 'a' }), ['wrong-type phases[0].objects[0].metadata']],
    ['without a name', cm({ name: undefined }), ['field-required phases[0].objects[0].metadata.name']],
    ['a number as name', cm({ name: 1 }), ['field-required phases[0].objects[0].metadata.name']],
    ['a name that would be a path', cm({ name: '../b' }), ['field-invalid phases[0].objects[0].metadata.name']],
    ['a namespace that cannot be', cm({ namespace: 'A' }), ['field-invalid phases[0].objects[0].metadata.namespace']],
    ['labels that are a list', cm({ labels: ['a'] }), ['wrong-type phases[0].objects[0].metadata.labels']],
    ['an annotation that is a number', cm({ annotations: { a: 1 } }), ['wrong-type phases[0].objects[0].metadata.annotations["a"]']],
    ['what JSON cannot say', cm({}, { data: { a: 1n, b: Number.NaN, c: () => 1, d: new Date(), e: [undefined] } }),
      ['a', 'b', 'c', 'd', 'e[0]'].map((key) => `not-json phases[0].objects[0].data.${key}`)],
    ['integers that may have been rounded', cm({}, { data: { a: 2 ** 53, b: -(2 ** 60), c: 2 ** 53 - 1, d: 1e21, e: 0.1 } }),
      ['a', 'b'].map((key) => `not-json phases[0].objects[0].data.${key}`)],
    ['with an option that nobody knows', { object: cm(), pause: true }, ['unknown-field phases[0].objects[0].pause']],
    ['with a policy that nobody knows', { object: cm(), collisionProtection: 'Never' }, ['collision-protection-unknown phases[0].objects[0].collisionProtection']],
    [
      'with an annotation that names a policy that nobody knows', cm({ annotations: { 'olm.operatorframework.io/replacement-policy': 'recreate' } }),
      ['replacement-policy-unknown phases[0].objects[0].metadata.annotations["olm.operatorframework.io/replacement-policy"]'],
    ],
    ['wrapped around nothing', { object: undefined }, ['wrong-type phases[0].objects[0].object']],
  ])('%s', (_, object, expected) => expect(found(of(object))).toEqual(expected));

  test.each<[string, unknown]>([
    ['generateName', 'a-'], ['uid', 'u'], ['resourceVersion', '7'], ['generation', 1], ['creationTimestamp', '2024-01-01T00:00:00Z'], ['deletionTimestamp', '2024-01-01T00:00:00Z'],
    ['ownerReferences', [{ uid: 'u' }]], ['finalizers', ['a/b']], ['managedFields', [{}]], ['uid', null],
  ])('with %s', (field, value) => expect(found(of(cm({ [field]: value })))).toEqual([`field-forbidden phases[0].objects[0].metadata.${field}`]));

  test('with server fields as generators leave them', () => {
    expect(found(of(cm({ creationTimestamp: null, generation: 0, ownerReferences: [], finalizers: [], resourceVersion: '' })))).toEqual([]);
  });

  test('that contains itself', () => {
    const data: Record<string, unknown> = {};
    data['self'] = data;
    expect(found(of(cm({}, { data })))).toEqual(['not-json phases[0].objects[0].data.self']);
  });

  test('twice, whatever the version and the phase', () => {
    const hpa = (version: string): object => ({ apiVersion: `autoscaling/${version}`, kind: 'HorizontalPodAutoscaler', metadata: { name: 'a', namespace: 'shop' } });
    const input = { name: 'web', number: 1, phases: [{ name: 'p', objects: [hpa('v1'), cm()] }, { name: 'q', objects: [{ object: hpa('v2') }, cm({ namespace: 'other' })] }] };
    expect(found(input)).toEqual(['object-duplicate phases[1].objects[0].object']);
  });
});

describe('an owner', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['as it should be', owner, native, []],
    ['without uid', { ...owner, uid: undefined }, native, ['owner-invalid owner.uid']],
    ['with an empty uid', { ...owner, uid: '' }, native, ['owner-invalid owner.uid']],
    ['of which nothing is known', {}, native, ['apiVersion', 'kind', 'name', 'uid'].map((field) => `owner-invalid owner.${field}`)],
    ['that is a text', 'me', native, ['owner-invalid owner']],
    ['without a strategy', owner, undefined, ['owner-strategy-missing strategy']],
    ['with a strategy that nobody knows', owner, { type: 'label' }, ['owner-strategy-invalid strategy']],
    ['with a strategy of a wrong type', owner, 7, ['owner-strategy-invalid strategy']],
    ['with an annotation that cannot be', owner, { type: 'annotation', annotation: 'a b/owners' }, ['annotation-key-invalid strategy.annotation']],
    ['with an annotation without a key', owner, { type: 'annotation' }, ['annotation-key-invalid strategy.annotation']],
  ])('%s', (_, value, strategy, expected) => expect(found(of(cm()), { owner: value, strategy })).toEqual(expected));

  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'a' } };
  const reach = ['object-cluster-scoped phases[0].objects[0]', 'object-other-namespace phases[0].objects[1].metadata.namespace'];

  test.each<[string, unknown, unknown, string[]]>([
    ['native in a namespace owns nothing outside of it', owner, native, reach],
    ['native and cluster-scoped owns everything', { ...owner, namespace: undefined }, native, []],
    ['by annotation owns everything', owner, { type: 'annotation', annotation: 'example.com/owners' }, []],
  ])('%s', (_, value, strategy, expected) => expect(found(of(role, cm({ namespace: 'other' }), cm()), { owner: value, strategy })).toEqual(expected));

  test('what the API server says of the scope of a kind counts more than what the object says', () => {
    const scopes = (_: string, kind: string): boolean => kind === 'ConfigMap';
    expect(found(of(cm({ namespace: undefined }), { ...role, metadata: { name: 'a', namespace: 'shop' } }), { owner, strategy: native, namespaced: scopes }))
      .toEqual(['object-other-namespace phases[0].objects[0].metadata.namespace', 'object-cluster-scoped phases[0].objects[1]']);
  });
});

describe('probes', () => {
  const assertion = { type: 'CEL', cel: { rule: 'self.(', message: 'm' } };
  const selector = { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } };

  test('each that does not compile is reported', () => {
    const probes = [{ selector, assertions: [{ type: 'KindDefault' }] }, { selector, assertions: [assertion] }, 'probe', { selector, assertions: null }];
    expect(found({ name: 'web', number: 1, phases: [], probes })).toEqual(
      ['probe-invalid probes[1].assertions[0].cel.rule', 'probe-invalid probes[2]', 'probe-invalid probes[3].assertions'],
    );
  });

  test('that are no list', () => expect(found({ name: 'web', number: 1, phases: [], probes: {} })).toEqual(['wrong-type probes']));
  test('of the call', () => expect(found(of(cm()), { overrides: { probes: [null] } })).toEqual(['probe-invalid overrides.probes[0]']));
});

describe('options of the call', () => {
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' };

  test.each<[string, unknown, string[]]>([
    ['as they should be', { paused: true, phases: { p: { orphan: true } }, objects: [{ ref, collisionProtection: 'None' }] }, []],
    ['that are a text', 'paused', ['wrong-type overrides']],
    ['mistyped', { pause: true }, ['unknown-field overrides.pause']],
    ['of a phase that is not there', { phases: { q: {} } }, ['override-unknown overrides.phases["q"]']],
    ['of phases as a list', { phases: [] }, ['wrong-type overrides.phases']],
    ['of a phase, of a wrong type', { phases: { p: true } }, ['wrong-type overrides.phases["p"]']],
    ['of an object that is not there', { objects: [{ ref: { ...ref, name: 'b' } }] }, ['override-unknown overrides.objects[0]']],
    ['of an object without a name', { objects: [{ ref: { kind: 'ConfigMap' } }] }, ['wrong-type overrides.objects[0]']],
    ['of objects that are no list', { objects: {} }, ['wrong-type overrides.objects']],
  ])('%s', (_, overrides, expected) => expect(found(of(cm()), { overrides })).toEqual(expected));

  test('may speak of what only earlier content had', () => {
    const recorded = [{ key: '/ConfigMap/shop/b', phase: 'q' }];
    expect(found(of(cm()), { recorded, overrides: { phases: { q: { orphan: true } }, objects: [{ ref: { ...ref, name: 'b' }, orphan: true }] } })).toEqual([]);
  });
});

test('everything at once, in one error that names the objects', () => {
  const bad = { name: 'web', number: 0, phases: [{ name: 'P', objects: [cm({ uid: 'u' }), cm({ name: 'b', finalizers: ['x/y'] })] }, 'second'] };
  let error: unknown;
  try {
    defineRevision(bad as unknown as RevisionInput);
  } catch (thrown) {
    error = thrown;
  }
  expect(isBoxcutterError(error) && [error.code, error.category, (error.details['findings'] as { code: string }[]).map(({ code }) => code)]).toEqual(
    ['revision-invalid', 'input', ['number-invalid', 'phase-name-invalid', 'field-forbidden', 'field-forbidden', 'wrong-type']],
  );
  expect((error as Error).message).toBe([
    'Revision "web" has 5 mistakes; nothing was sent to the cluster:',
    '- number: The number is 0; revisions are numbered 1, 2, 3 ...',
    '- phases[0].name: The phase\'s name is "P"; it must be 1 to 63 lower-case letters, digits and hyphens, and begin with a letter.',
    '- phases[0].objects[0].metadata.uid: ConfigMap.v1 shop/a: metadata.uid must not be set, because the API server gives it.',
    '- phases[0].objects[1].metadata.finalizers: ConfigMap.v1 shop/b: metadata.finalizers must not be set, because finalizers belong to the controllers that take them off.',
    '- phases[1]: The phase is "second"; it must be an object with name and objects.',
  ].join('\n'));
});

test('values of Secrets are not shown', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'shop', uid: 'u' }, data: { key: 'aHVzaA==', bad: Number.NaN } };
  expect(JSON.stringify(validateRevision(of(secret)))).not.toContain('aHVzaA==');
});

test('any value at any place gives a finding, and never an exception', () => {
  const probes = [{ selector: { type: 'Object', object: { group: '', kind: 'ConfigMap', name: 'a' } }, assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: '.a', value: 1 } }] }];
  const whole = {
    input: { ...of({ object: cm({ labels: { a: 'b' } }), orphan: true }), probes },
    overrides: { phases: { p: { paused: true } }, objects: [{ ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' }, orphan: true }], probes },
    owner, strategy: { type: 'annotation', annotation: 'example.com/owners' },
  };
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const strange = [null, undefined, 0, -1, '', 'text', true, [], [null], {}, { length: 3 }, 1n, Symbol('s'), () => 1, new Map(), Object.create(null), circular];
  let tried = 0;
  const everywhere = (value: unknown, put: (replacement: unknown) => unknown): void => {
    for (const replacement of strange) {
      const { input, ...context } = put(replacement) as typeof whole;
      tried += 1;
      expect(Array.isArray(validateRevision(input, context as ValidationContext))).toBe(true);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const changed = (replacement: unknown): object => Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: replacement });
      everywhere(member, (replacement) => put(changed(replacement)));
    }
  };
  for (const [key, member] of Object.entries(whole)) everywhere(member, (replacement) => ({ ...whole, [key]: replacement }));
  expect(tried).toBeGreaterThan(800);
});

describe('what makes others possible comes before them', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'carts.example.com' }, spec: { group: 'example.com', names: { kind: 'Cart' } } };
  const cart = { apiVersion: 'example.com/v1', kind: 'Cart', metadata: { name: 'c' } };
  const inOrder = (...phases: unknown[][]): object => ({ name: 'web', number: 1, phases: phases.map((objects, index) => ({ name: `p${index}`, objects })) });

  test.each<[string, unknown, string[]]>([
    ['a namespace after what lives in it', inOrder([cm()], [namespace]), ['phase-order phases[1].objects[0]']],
    ['a definition after an object of its kind', inOrder([], [cart, cart], [{ object: definition }]), ['object-duplicate phases[1].objects[1]', 'phase-order phases[2].objects[0].object']],
    ['in one phase, which the engine sorts out', inOrder([cm(), namespace, cart, definition]), []],
    ['before', inOrder([namespace, definition], [cm(), cart]), []],
    ['after what does not need it', inOrder([cm({ namespace: 'other' }), { ...cart, apiVersion: 'example.org/v1' }], [namespace, definition]), []],
    ['a namespace twice, early enough the first time', inOrder([namespace], [cm()], [namespace]), ['object-duplicate phases[2].objects[0]']],
    ['a definition without a spec', inOrder([cart], [{ ...definition, spec: null }]), []],
  ])('%s', (_, input, expected) => expect(found(input)).toEqual(expected));

  test('the message says what needs it and where it belongs', () => {
    expect(validateRevision(inOrder([cm(), cm({ name: 'b' })], [namespace]))).toMatchObject([{
      message: 'Namespace.v1 shop comes in phase "p1", but ConfigMap.v1 shop/a in phase "p0" (and 1 more) needs it and would wait for ever; put Namespace.v1 shop into phase "p0" or an earlier one.',
    }]);
  });

  test('a revision that came about in that order may be taken down', () => expect(found(inOrder([cm()], [namespace]), { leaving: true })).toEqual([]));
});
