import type { JsonObject } from '../../../lib/api';
import { compile } from '../../../lib/compile';
import { before, configMap, crd, custom, deployment, errorCodes, namespace, objects, run } from './make';

const problems = (result: ReturnType<typeof run>) =>
  result.findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`.trim());

describe('the document', () => {
  const source = {
    extension: 'demo',
    number: 3,
    packageName: 'demo-package',
    version: '1.2.0',
    objects: objects(configMap('c', { data: { a: 'b' } })),
  };

  test('of a small revision', () => {
    expect(compile(source).compiled?.manifest).toMatchInlineSnapshot(`
{
  "apiVersion": "olm.operatorframework.io/v1",
  "kind": "ClusterExtensionRevision",
  "metadata": {
    "annotations": {
      "olm.operatorframework.io/bundle-name": "demo-package.v1.2.0",
      "olm.operatorframework.io/bundle-version": "1.2.0",
      "olm.operatorframework.io/package-name": "demo-package",
    },
    "labels": {
      "olm.operatorframework.io/owner": "demo",
      "olm.operatorframework.io/owner-kind": "ClusterExtension",
      "olm.operatorframework.io/owner-name": "demo",
    },
    "name": "demo-3",
  },
  "spec": {
    "collisionProtection": "Prevent",
    "lifecycleState": "Active",
    "phases": [
      {
        "name": "configuration",
        "objects": [
          {
            "object": {
              "apiVersion": "v1",
              "data": {
                "a": "b",
              },
              "kind": "ConfigMap",
              "metadata": {
                "labels": {
                  "olm.operatorframework.io/owner-kind": "ClusterExtension",
                  "olm.operatorframework.io/owner-name": "demo",
                },
                "name": "c",
                "namespace": "ns",
              },
            },
          },
        ],
      },
    ],
    "revision": 3,
  },
}
`);
  });

  test('objects and digest know neither number nor version', () => {
    const [a, b] = [compile(source), compile({ ...source, number: 4, version: '2.0.0' })];
    expect(b.compiled?.resolved.phases).toEqual(a.compiled?.resolved.phases);
    expect(b.compiled?.resolved.digest).toBe(a.compiled?.resolved.digest);
  });

  test('two revisions of the same content have names of their own, and so have their Secrets: neither takes the place of the other', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'ns' }, stringData: { password: 'hunter2' } };
    const names = [3, 4].map((number) => {
      const { manifest, contentSecrets } = compile({ ...source, number, objects: objects(secret) }).compiled ?? {};
      return [manifest?.metadata.name, ...(contentSecrets ?? []).map(({ metadata }) => metadata.name)];
    });
    expect(names[0]).toHaveLength(2);
    expect(new Set(names.flat()).size).toBe(4);
  });

  test.each([
    ['an object', { objects: objects(configMap('c', { data: { a: 'c' } })) }],
    ['a protection', { collisionProtection: 'None' as const }],
    [
      'a probe',
      { probes: [{
        selector: { type: 'GroupKind' as const, groupKind: { group: '', kind: 'ConfigMap' } },
        assertions: [{ type: 'KindDefault' as const }],
      }] },
    ],
  ])('the digest knows %s', (_, change) => {
    expect(compile({ ...source, ...change }).compiled?.resolved.digest).not.toBe(compile(source).compiled?.resolved.digest);
  });

  test('protection: object over phase over revision', () => {
    const phases = [
      { name: 'own', origin: { source: 'p' }, collisionProtection: 'None' as const },
      { name: 'namespaces', origin: { source: 'q' }, collisionProtection: 'None' as const },
    ];
    const all = [
      { manifest: configMap('a'), origin: { source: 'a' }, phase: 'own' },
      { manifest: configMap('b'), origin: { source: 'b' }, phase: 'own', collisionProtection: 'Prevent' as const },
      { manifest: configMap('c'), origin: { source: 'c' } },
      { manifest: namespace('n'), origin: { source: 'n' } },
    ];
    const { compiled } = run(all, { phases, collisionProtection: 'IfNoController' });
    expect(compiled?.resolved.phases.flatMap((phase) => phase.objects.map((one) => [
      one.object.metadata.name,
      one.collisionProtection,
    ]))).toEqual([
      ['n', 'None'], ['c', 'IfNoController'], ['a', 'None'], ['b', 'Prevent'],
    ]); // prettier-ignore
    expect(compiled?.manifest.spec.phases.flatMap((phase) => phase.objects.map((one) => one.collisionProtection)))
      .toEqual(['None', undefined, 'None', 'Prevent']);
  });
});

describe('namespaces', () => {
  const placed = (result: ReturnType<typeof run>) =>
    result.compiled?.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object.metadata.namespace));

  test('a namespaced object without one gets the namespace of the source', () => {
    expect(placed(run([configMap('c', {}, null)], { namespace: 'given' }))).toEqual(['given']);
  });

  test('and is an error without that', () => {
    const result = run([configMap('c', {}, null)]);
    expect(problems(result)).toEqual(['error missing-namespace metadata.namespace']);
    expect(result.compiled).toBeUndefined();
  });

  test('a custom resource follows the scope in its CRD', () => {
    const without = { ...custom('Foo', 'f'), metadata: { name: 'f' } };
    expect(placed(run([crd('Foo'), without], { namespace: 'given' }))).toEqual([undefined, 'given']);
    expect(placed(run([crd('Foo', 'Cluster'), without], { namespace: 'given' }))).toEqual([undefined, undefined]);
  });

  test('a kind that is not known here stays as written, with a warning', () => {
    const result = run([{ ...custom('Foo', 'f'), metadata: { name: 'f' } }], { namespace: 'given' });
    expect(placed(result)).toEqual([undefined]);
    expect(problems(result)).toEqual(['warning unknown-scope metadata.namespace', 'warning unknown-kind']);
  });

  test('the namespace of a cluster-scoped object is dropped with a warning', () => {
    const result = run([{ ...namespace('a'), metadata: { name: 'a', namespace: 'b' } }]);
    expect(placed(result)).toEqual([undefined]);
    expect(problems(result)).toEqual(['warning namespace-ignored metadata.namespace']);
  });
});

test('null as an entry of a map is a warning that tells what the server stores', () => {
  const policy = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'n', namespace: 'ns', labels: { l: null } },
    spec: { podSelector: { matchLabels: { app: null } }, egress: null },
  };
  const result = run([
    policy,
    { ...custom('Foo', 'f', { spec: { a: null } }), metadata: { name: 'f', namespace: 'ns', annotations: { a: null } } },
  ]);
  const warnings = result.findings.filter(({ code }) => code === 'null-entry');
  expect(warnings.map(({ severity, origin, path }) => `${severity} ${origin} ${path}`)).toEqual([
    'warning NetworkPolicy/n metadata.labels.l',
    'warning NetworkPolicy/n spec.podSelector.matchLabels.app',
    'warning Foo/f metadata.annotations.a',
  ]);
  expect(warnings[0]?.message).toBe('null does not mean absent here: the API server stores "", and so does the revision');
});

describe('what is refused, all at once', () => {
  test('metadata that a revision cannot carry', () => {
    const metadata = {
      name: 'c',
      namespace: 'ns',
      generateName: 'c-',
      finalizers: ['x/y'],
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '1' }],
    };
    expect(problems(run([configMap('c', { metadata })]))).toEqual([
      'error forbidden-metadata metadata.generateName',
      'error forbidden-metadata metadata.finalizers',
      'error forbidden-metadata metadata.ownerReferences',
    ]);
  });

  test('what is not JSON, with its path', () => {
    const data = { when: new Date(0), number: NaN, large: 2 ** 53 + 2, below: 2 ** 53 - 1, beyond: 1e21 };
    const broken = configMap('c', { data: data as unknown as JsonObject });
    expect(run([broken]).findings.filter(({ code }) => code === 'not-json').map(({ message, path }) => `${path}: ${message}`)).toEqual([
      'data.when: a Date cannot be written as JSON',
      'data.number: NaN cannot be written as JSON',
      'data.large: 9007199254740994, an integer beyond 2^53, cannot be written as JSON without losing digits',
    ]);
  });

  test('a document that is no object, one without kind, one with an unknown field: each with its origin', () => {
    const all = [
      { manifest: 'text' as unknown as JsonObject, origin: { source: 'a.yaml:1' } },
      { manifest: { metadata: { name: 'x' } }, origin: { source: 'a.yaml:3' } },
      { manifest: { ...deployment('d'), spec: { replica: 1 } }, origin: { source: 'a.yaml:9' } },
    ];
    expect(run(all).findings.map(({ code, origin }) => `${origin} ${code}`)).toEqual(expect.arrayContaining([
      'a.yaml:1 not-an-object',
      'a.yaml:3 missing-kind',
      'a.yaml:9 unknown-field',
    ]));
  });

  test.each([
    ['a name of an extension', { extension: 'Demo_1' }, 'invalid-extension-name'],
    ['a number', { number: 0 }, 'invalid-number'],
    ['a namespace', { namespace: 'a.b' }, 'invalid-namespace'],
    ['a deadline', { progressDeadlineMinutes: 5 }, 'invalid-deadline'],
    ['a protection', { collisionProtection: 'Maybe' as 'None' }, 'invalid-collision-protection'],
    ['a replacement policy', { replacementPolicy: 'Never' as 'Fail' }, 'invalid-replacement-policy'],
    ['a Kubernetes version', { kubernetesVersion: '1.2' }, 'kubernetes-version-unsupported'],
  ])('%s', (_, rest, code) => {
    expect(errorCodes(run([configMap('c')], rest))).toEqual([code]);
  });

  test('two different objects with one name; a copy counts once', () => {
    const other = { manifest: configMap('c', { data: { a: 'b' } }), origin: { source: 'other' } };
    expect(errorCodes(run([configMap('c'), other]))).toEqual(['duplicate-object']);
    const copy = run([
      configMap('c'),
      configMap('d'),
      { manifest: configMap('c'), origin: { source: 'copy' } },
    ], { order: [before('copy', 'ConfigMap/d')] });
    expect(copy.compiled?.resolved.phases.flatMap(({ objects: inside }) => inside)).toHaveLength(2);
  });

  test('copies that say different things of phase or protection; what only one says holds for the object', () => {
    const copies = (one: object, other: object) => [
      { manifest: configMap('c'), origin: { source: 'a' }, ...one },
      { manifest: configMap('c'), origin: { source: 'b' }, ...other },
    ];
    const phases = [{ name: 'own', origin: { source: 'p' } }, { name: 'other', origin: { source: 'q' } }];
    for (const [one, other] of [
      [{}, { collisionProtection: 'None' }],
      [{ collisionProtection: 'None' }, {}],
      [{ phase: 'own' }, { collisionProtection: 'None' }],
    ] as const) {
      const resolved = run(copies(one, other), { phases }).compiled?.resolved.phases.flatMap(({ objects: inside }) => inside);
      expect(resolved?.map(({ collisionProtection }) => collisionProtection)).toEqual(['None']);
    }
    const result = run(copies({ collisionProtection: 'None' }, { collisionProtection: 'Prevent' }));
    expect(result.findings.filter(({ severity }) => severity === 'error')).toMatchObject([{
      code: 'copy-contradiction', origin: 'b',
      message: 'this copy of the object has collision protection Prevent, but the one at a collision protection None',
    }]);
    expect(errorCodes(run(copies({ phase: 'own' }, { phase: 'other' }), { phases }))).toEqual(['copy-contradiction']);
  });

  test('a revision without objects: applied, it would delete those of the one before', () => {
    const result = run([]);
    expect(problems(result)).toEqual(['error empty-revision objects']);
    expect(result.compiled).toBeUndefined();
  });

  test('an object over the limit of the API server, by name and size', () => {
    const large = custom('Foo', 'f', { spec: { text: 'x'.repeat(3 * 1024 * 1024) } });
    const found = run([crd('Foo'), large]).findings.find(({ code }) => code === 'object-too-large');
    expect(found).toMatchObject({
      subject: 'Foo.example.com/v1 ns/f',
      message: 'the object has 3 MiB as JSON, and the API server takes 3 MiB',
    });
  });

  test('a ConfigMap with more data than one may hold', () => {
    expect(errorCodes(run([configMap('c', { data: { a: 'x'.repeat(1024 * 1024 + 1) } })]))).toEqual(['object-too-large']);
  });
});

describe('probes', () => {
  const selector = { type: 'GroupKind' as const, groupKind: { group: 'apps', kind: 'Deployment' } };

  test('paths are written as the API takes them', () => {
    const assertions = [{ type: 'FieldsEqual' as const, fieldsEqual: { fieldA: '.status.a', fieldB: 'status.b' } }];
    expect(run([deployment('d')], { probes: [{ selector, assertions }] }).compiled?.resolved.probes[0]?.assertions).toEqual([
      { type: 'FieldsEqual', fieldsEqual: { fieldA: 'status.a', fieldB: 'status.b' } },
    ]);
  });

  test.each([
    [
      'no path',
      { type: 'FieldValue', fieldValue: { fieldPath: 'a..b', value: 1 } },
      'error invalid-probe progressionProbes[0].assertions[0].fieldValue.fieldPath',
    ],
    [
      'a path with an index that is none',
      { type: 'FieldValue', fieldValue: { fieldPath: '.a[x]', value: 1 } },
      'error invalid-probe progressionProbes[0].assertions[0].fieldValue.fieldPath',
    ],
    [
      'no value',
      { type: 'FieldValue', fieldValue: { fieldPath: '.a' } },
      'error invalid-probe progressionProbes[0].assertions[0].fieldValue.value',
    ],
    [
      'an unknown status',
      { type: 'ConditionEqual', conditionEqual: { type: 'Ready', status: 'Unknown' } },
      'error invalid-probe progressionProbes[0].assertions[0].conditionEqual.status',
    ],
    ['no rule', { type: 'CEL', cel: { message: 'x' } }, 'error invalid-probe progressionProbes[0].assertions[0].cel.rule'],
    ['no known type', { type: 'Magic' }, 'error invalid-probe progressionProbes[0].assertions[0].type'],
  ])('%s', (_, assertion, problem) => {
    expect(problems(run([deployment('d')], { probes: [{ selector, assertions: [assertion as never] }] }))).toEqual([problem]);
  });

  test('a probe of one object that is not there', () => {
    const object = { group: '', kind: 'ConfigMap', namespace: 'ns', name: 'gone' };
    expect(problems(run([configMap('c')], { probes: [{
      selector: { type: 'Object', object },
      assertions: [{ type: 'KindDefault' }],
    }] }))).toEqual(['warning invalid-probe progressionProbes[0].selector.object']);
  });
});

test('more objects than an extension can have are not looked at one by one', () => {
  const objects = Array.from({ length: 200_000 }, (_, at) => ({ manifest: {}, origin: { source: `o${at}` } }));
  expect(compile({ extension: 'shop', objects }).issues.map(({ code }) => code)).toEqual(['too-many-objects']);
});

test('there may be hundreds of thousands of mistakes', () => {
  const data = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, 1]));
  const objects = Array.from({ length: 4000 }, (_, at) => ({
    manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `a${at}`, namespace: 'shop' }, data }, origin: { source: `o${at}` },
  }));
  expect(compile({ extension: 'shop', objects }).issues.length).toBeGreaterThan(200_000);
});
