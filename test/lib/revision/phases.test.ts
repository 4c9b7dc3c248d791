import { phaseOfKind, STANDARD_PHASES } from '../../../lib/revision';
import { itemOf } from '../../../lib/revision/item';
import { needsOf } from '../../../lib/revision/placing/needs';
import { placeObjects } from '../../../lib/revision/placing/placement';
import {
  before, configMap, crd, custom, deployment, errorCodes, namespace, objects, phasesOf, randomFrom, run, service, shuffled, webhook,
} from './make';
import { cpuMilliseconds } from '../../support/cpu-time';

describe('placement by kind', () => {
  test.each([
    ['', 'Namespace', 'namespaces'],
    ['networking.k8s.io', 'NetworkPolicy', 'policies'],
    ['', 'ServiceAccount', 'identity'],
    ['', 'Secret', 'configuration'],
    ['storage.k8s.io', 'StorageClass', 'storage'],
    ['apiextensions.k8s.io', 'CustomResourceDefinition', 'crds'],
    ['rbac.authorization.k8s.io', 'Role', 'roles'],
    ['rbac.authorization.k8s.io', 'RoleBinding', 'bindings'],
    ['cert-manager.io', 'Certificate', 'infrastructure'],
    ['apps', 'StatefulSet', 'deploy'],
    ['example.com', 'Anything', 'deploy'],
    ['autoscaling', 'HorizontalPodAutoscaler', 'scaling'],
    ['apiregistration.k8s.io', 'APIService', 'publish'],
    ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicyBinding', 'admission'],
  ])('%s/%s goes into %s', (group, kind, phase) => {
    expect(phaseOfKind(group, kind)).toBe(phase);
  });

  test('a whole operator: custom resources of its own CRD come last, empty phases do not exist', () => {
    const all = [custom('Foo', 'f'), webhook('w', 's'), deployment('d'), service('s', 'd'), crd('Foo'), configMap('c'), namespace('ns')];
    expect(phasesOf(run(all))).toEqual([
      'namespaces: Namespace/ns',
      'configuration: ConfigMap/c',
      'crds: CustomResourceDefinition/foos.example.com',
      'infrastructure: Service/s',
      'deploy: Deployment/d',
      'admission: ValidatingWebhookConfiguration/w',
      'resources: Foo/f',
    ]);
  });
});

describe('declared phases', () => {
  const inPhase = (name: string, phase: string) => ({ manifest: configMap(name), origin: name, phase });

  test('stand next to what they are anchored to, or at the end in the order of declaration', () => {
    const phases = [
      { name: 'last-but-one', origin: { source: 'p1' } },
      { name: 'migrate', origin: { source: 'p2' }, before: ['deploy'] },
      { name: 'check', origin: { source: 'p3' }, after: ['migrate'], before: ['deploy'] },
      { name: 'early', origin: { source: 'p4' }, before: ['namespaces'] },
      { name: 'warm', origin: { source: 'p5' }, after: ['deploy'] },
      { name: 'last', origin: { source: 'p6' } },
    ];
    const all = phases.map(({ name }) => inPhase(name, name));
    expect(phasesOf(run([
      ...all,
      deployment('d'),
      service('s', 'd'),
      webhook('w', 'other'),
      namespace('other'),
    ], { phases })).map((line) => line.split(':')[0])).toEqual([
      'early', 'namespaces', 'infrastructure', 'migrate', 'check', 'deploy', 'warm', 'admission', 'last-but-one', 'last',
    ]); // prettier-ignore
  });

  test('a cycle is refused with the whole way round and where each phase was declared', () => {
    const phases = [
      { name: 'a', origin: { source: 'demo/a' }, after: ['deploy'], before: ['b'] },
      { name: 'b', origin: { source: 'demo/b' }, before: ['crds'] },
    ];
    const { findings } = run([configMap('c')], { phases });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.code).toBe('phase-cycle');
    expect(findings[0]?.message).toMatch(/crds before .* before deploy before a \(demo\/a\) before b \(demo\/b\) before crds/);
  });

  test.each([
    ['a name that is no DNS label', { phases: [{ name: '1st', origin: { source: 'p' } }] }, 'invalid-phase-name'],
    ['an unknown anchor', { phases: [{ name: 'x', origin: { source: 'p' }, after: ['nowhere'] }] }, 'unknown-phase'],
    ['a name given twice', { phases: [{ name: 'x', origin: { source: 'p' } }, { name: 'x', origin: { source: 'q' } }] }, 'duplicate-phase'],
  ])('%s is refused', (_, rest, code) => {
    expect(errorCodes(run([configMap('c')], rest))).toEqual([code]);
  });

  test('an object in a phase that does not exist is refused', () => {
    expect(errorCodes(run([inPhase('c', 'nowhere')]))).toEqual(['unknown-phase']);
  });
});

describe('objects that need each other within one declared phase split it', () => {
  test('namespace, content; CRD, custom resource; workload, webhook', () => {
    const all = [custom('Foo', 'f'), webhook('w', 's'), deployment('d'), service('s', 'd'), crd('Foo'), namespace('ns')];
    const together = objects(...all).map((object) => ({ ...object, phase: 'all' }));
    expect(phasesOf(run(together, { phases: [{ name: 'all', origin: { source: 'p' } }] }))).toEqual([
      'all: Namespace/ns CustomResourceDefinition/foos.example.com',
      'all-2: Service/s Deployment/d Foo/f',
      'all-3: ValidatingWebhookConfiguration/w',
    ]);
  });

  test('names of further parts go around names that are taken', () => {
    const phases = [{ name: 'a', origin: { source: 'p' } }, { name: 'a-2', origin: { source: 'q' } }];
    const all = [
      { manifest: namespace('ns'), origin: { source: '1' }, phase: 'a' },
      { manifest: configMap('c'), origin: { source: '2' }, phase: 'a' },
      { manifest: configMap('d'), origin: { source: '3' }, phase: 'a-2' },
    ];
    expect(phasesOf(run(all, { phases }))).toEqual(['a: Namespace/ns', 'a-3: ConfigMap/c', 'a-2: ConfigMap/d']);
  });

  test('an object in a phase before that of its namespace is a contradiction', () => {
    const result = run([
      { manifest: configMap('c'), origin: { source: 'c' }, phase: 'early' },
      namespace('ns'),
    ], { phases: [{ name: 'early', origin: { source: 'p' }, before: ['namespaces'] }] });
    expect(phasesOf(result)).toEqual([
      'phase-contradiction: is in phase "early", before phase "namespaces" with Namespace.v1 ns (Namespace/ns), '
      + 'but must come after it: its namespace',
    ]);
  });

  test('a webhook that is put before its workload stays where its author wants it', () => {
    const early = { manifest: webhook('w', 's'), origin: { source: 'w' }, phase: 'early' };
    expect(phasesOf(run([early, service('s', 'd'), deployment('d')], { phases: [{
      name: 'early',
      origin: { source: 'p' },
      before: ['namespaces'],
    }] }))[0]).toBe('early: ValidatingWebhookConfiguration/w');
  });
});

describe('order between single objects', () => {
  test('moves what was placed by kind later, and splits its phase', () => {
    const order = [before('Deployment/d', 'ConfigMap/c'), before('ConfigMap/c', 'Deployment/e')];
    expect(phasesOf(run([configMap('c'), deployment('d'), deployment('e')], { order }))).toEqual([
      'deploy: Deployment/d',
      'deploy-2: ConfigMap/c',
      'deploy-3: Deployment/e',
    ]);
  });

  test('a cycle names every object of it and where it was declared', () => {
    const order = [['a', 'b'], ['b', 'c'], ['c', 'a']].map(([first, then]) => (before(`ConfigMap/${first}`, `ConfigMap/${then}`)));
    expect(phasesOf(run([configMap('a'), configMap('b'), configMap('c')], { order }))).toEqual([
      'order-cycle: objects wait for each other: ConfigMap.v1 ns/a (ConfigMap/a) before ConfigMap.v1 ns/b (ConfigMap/b) before '
      + 'ConfigMap.v1 ns/c (ConfigMap/c) before ConfigMap.v1 ns/a (ConfigMap/a)',
    ]);
  });

  test('an order that names nothing is refused', () => {
    expect(errorCodes(run([configMap('a')], { order: [before('ConfigMap/a', 'gone')] }))).toEqual(['unknown-object']);
  });

  test('200 objects in 15 layers, each waiting for the whole layer before: 15 phases in well under a second', () => {
    const names = Array.from({ length: 200 }, (_, i) => `c${i}`);
    const layer = (i: number): number => i % 15;
    const origin = (i: number): string => `ConfigMap/${names[i]}`;
    const layerBefore = (i: number): number[] => [...names.keys()].filter((j) => layer(j) === layer(i) - 1);
    const order = names.flatMap((_, i) => layerBefore(i).map((j) => (before(origin(j), origin(i)))));
    const start = cpuMilliseconds();
    const result = run(names.map((name) => configMap(name)), { order });
    const elapsed = cpuMilliseconds() - start;
    const sizes = [14, 14, 14, 14, 14, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13];
    expect(result.compiled?.resolved.phases.map(({ objects: inside }) => inside.length)).toEqual(sizes);
    expect(elapsed).toBeLessThan(1000);
  });
});

describe('limits of the API', () => {
  test('51 objects of one phase become two phases', () => {
    const result = run(Array.from({ length: 51 }, (_, i) => configMap(`c${i}`)));
    expect(result.compiled?.resolved.phases.map(({ name, objects: inside }) => [name, inside.length]))
      .toEqual([['configuration', 50], ['configuration-2', 1]]);
  });

  test('neighbours that need no order are joined before a revision is refused for more than 20 phases', () => {
    const chain = Array.from({ length: 17 }, (_, i) => ({ ...deployment(`d${String(i).padStart(2, '0')}`) }));
    const order = chain.slice(1)
      .map((_, i) => (before(`Deployment/d${String(i).padStart(2, '0')}`, `Deployment/d${String(i + 1).padStart(2, '0')}`)));
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 's', namespace: 'ns' } };
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'r', namespace: 'ns' } };
    const result = run([...chain, namespace('ns'), configMap('c'), account, crd('Foo'), role], { order });
    expect(phasesOf(result).slice(0, 3)).toEqual([
      'namespaces: Namespace/ns',
      'identity: ConfigMap/c ServiceAccount/s CustomResourceDefinition/foos.example.com',
      'roles: Role/r',
    ]);
    expect(result.compiled?.resolved.phases).toHaveLength(20);
  });

  test('what needs more than 20 phases of 50 keeps its phases whole where it is rolled out by this package, up to 10,000 objects', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => configMap(`c${i}`));
    expect(errorCodes(run(many(1001)))).toEqual(['too-many-phases']);
    const phases = (count: number) =>
      run([...many(count), namespace('ns')], { largePhases: true }).compiled?.resolved.phases.map(({ objects }) => objects.length);
    expect(phases(60)).toEqual([1, 50, 10]);
    expect(phases(1001)).toEqual([1, 1001]);
    expect(errorCodes(run(many(10_001), { largePhases: true }))).toEqual(['too-many-objects']);
  });

  test('a chain that is too long is refused with its length', () => {
    const names = Array.from({ length: 21 }, (_, i) => `c${i}`);
    const order = names.slice(1).map((name, i) => (before(`ConfigMap/${names[i]}`, `ConfigMap/${name}`)));
    expect(phasesOf(run(names.map((name) => configMap(name)), { order })))
      .toEqual(['too-many-phases: the 21 objects need 21 phases, and a revision has at most 20']);
  });
});

test('80,000 needs of webhooks for their workloads take well under a second', () => {
  const hooks = Array.from({ length: 800 }, (_, i) => ({
    name: `h${i}.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { service: { namespace: 'ns', name: `s${i % 8}` } },
  }));
  const all = [
    { ...webhook('w', 's'), webhooks: hooks },
    ...Array.from({ length: 8 }, (_, i) => service(`s${i}`, 'a')),
    ...Array.from({ length: 100 }, (_, i) => deployment(`d${i}`, 'a')),
    ...Array.from({ length: 700 }, (_, i) => webhook(`w${i}`, 's0')),
  ];
  const start = cpuMilliseconds();
  const needs = needsOf(all.map((object) => itemOf(object, { origin: { source: '' } })));
  expect(needs).toHaveLength(108 + 700 * 101);
  const placed = placeObjects({
    items: all.map((object, i) => itemOf(object, { origin: { source: `${i}` } })),
    phaseNames: STANDARD_PHASES.map((phase) => String(phase)),
    declared: new Set(),
    order: [],
    largePhases: false,
  });
  expect(cpuMilliseconds() - start).toBeLessThan(1500);
  expect(placed.phases).toHaveLength(18);
});

test('random orders: every object after all it waits for, no phase over its limit, and shuffled input gives the same bytes', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const one = (i: number) => (random() < 0.5 ? configMap(`o${i}`) : deployment(`o${i}`));
    const all = Array.from({ length: 30 + Math.floor(random() * 90) }, (_, i) => one(i));
    const declared = objects(...all).map((object) => (random() < 0.1 ? { ...object, phase: 'own' } : object));
    const order = Array.from({ length: 25 }, () => {
      const [a, b] = [Math.floor(random() * all.length), Math.floor(random() * all.length)].sort((x, y) => x - y) as [number, number];
      return before(declared[a]?.origin.source ?? '', declared[b]?.origin.source ?? '');
    }).filter(({ first, then }) => first.source !== then.source);
    const phases = [{ name: 'own', origin: { source: 'p' }, after: ['deploy'] }];
    const result = run(declared, { order, phases });
    const place = new Map<string, number>();
    for (const [p, phase] of (result.compiled?.resolved.phases ?? []).entries()) {
      for (const { object } of phase.objects) place.set(`${object.kind}/${object.metadata.name}`, p);
    }
    expect(place.size).toBe(all.length);
    for (const { first: { source: first }, then: { source: then } } of order) {
      expect([first, then, (place.get(first) ?? 0) < (place.get(then) ?? 0)]).toEqual([first, then, true]);
    }
    for (const phase of result.compiled?.resolved.phases ?? []) expect(phase.objects.length).toBeLessThanOrEqual(50);
    const again = run(shuffled(declared, random), { order: shuffled(order, random), phases });
    expect(JSON.stringify(again.compiled)).toBe(JSON.stringify(result.compiled));
  }
});

test('the standard phases are upstream\'s thirteen and one for custom resources', () => {
  expect(STANDARD_PHASES).toEqual([
    'namespaces', 'policies', 'identity', 'configuration', 'storage', 'crds', 'roles', 'bindings',
    'infrastructure', 'deploy', 'scaling', 'publish', 'admission', 'resources',
  ]); // prettier-ignore
});
