import { keyOf, refOf, type KubeObject, type ObjectRef } from '../../../../lib/api';
import type { Answer, ServedKind } from '../../../../lib/engine';
import { BoxcutterError } from '../../../../lib/errors';
import { dataLossError, findDataLoss, type DataLossReport, type Departure, type GuardCluster } from '../../../../lib/guards';

const kind = (apiVersion: string, name: string, resource: string, namespaced = true): ServedKind => 
  ({ apiVersion, kind: name, resource, namespaced, verbs: ['delete', 'list'] });
const KINDS = [
  kind('v1', 'ConfigMap', 'configmaps'), kind('v1', 'Pod', 'pods'), kind('v1', 'Secret', 'secrets'),
  kind('v1', 'ServiceAccount', 'serviceaccounts'),
  kind('rbac.authorization.k8s.io/v1', 'Role', 'roles'), kind('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', 'volumesnapshots'),
  kind('example.com/v1', 'Widget', 'widgets'), kind('example.com/v1beta1', 'Widget', 'widgets'),
  kind('example.com/v1', 'Realm', 'realms', false),
];
const object = (apiVersion: string, name: string, kindName: string, namespace: string | undefined, metadata: object = {}): KubeObject =>
  ({ apiVersion, kind: kindName, metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...metadata } });
const ref = (apiVersion: string, kindName: string, name: string, namespace?: string): ObjectRef =>
  ({ apiVersion, kind: kindName, name, ...(namespace === undefined ? {} : { namespace }) });

const ownedBy = (kindName: string, name: string, uid: string, apiVersion = 'v1'): object =>
  ({ ownerReferences: [{ apiVersion, kind: kindName, name, uid }] });

const CRD = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com');
const NAMESPACE = ref('v1', 'Namespace', 'shop');

/** A definition as it is on a cluster, with a version that is served. */
const definition = (served: readonly string[] = ['v1'], established = true): KubeObject => ({
  ...object('apiextensions.k8s.io/v1', CRD.name, CRD.kind, undefined),
  spec: {
    group: 'example.com',
    names: { kind: 'Widget' },
    versions: ['v1', 'v1beta1'].map((name) => ({ name, served: served.includes(name) })),
  },
  status: { conditions: [{ type: 'Established', status: established ? 'True' : 'False' }] },
});

interface Answers {
  readonly kinds?: ServedKind[];
  /** Of every read. @default what is among the objects, otherwise the definition, or an empty object */
  readonly get?: Answer;
  readonly unavailable?: readonly string[];
}

/** A cluster with these objects; every list is recorded. */
function clusterOf(
  objects: readonly KubeObject[],
  { kinds = KINDS, get, unavailable = [] }: Answers = {},
): GuardCluster & { readonly asked: string[] } {
  const asked: string[] = [];
  const found = (asks: ObjectRef): KubeObject =>
    objects.find((entry) => keyOf(refOf(entry)) === keyOf(asks))
    ?? (asks.kind === CRD.kind ? definition() : object(asks.apiVersion, asks.name, asks.kind, asks.namespace, { uid: asks.name }));
  return {
    asked,
    kinds: () => Promise.resolve(kinds),
    unavailable: () => Promise.resolve(unavailable),
    resolve: (apiVersion, name) => Promise.resolve(KINDS.find((entry) => entry.apiVersion === apiVersion && entry.kind === name)),
    list: ({ apiVersion, kind: name, namespace }) => {
      asked.push(`${name}/${namespace ?? '*'}`);
      const ofKind = objects.filter((entry) => entry.apiVersion === apiVersion && entry.kind === name);
      return Promise.resolve({ objects: ofKind.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace) });
    },
    get: (asks) => Promise.resolve(get ?? { type: 'object', created: false, object: found(asks) }),
  };
}

/** These go, by name; the uid of each on record is that of its name. */
function departureOf(...refs: readonly ObjectRef[]): Departure {
  const keys = new Set(refs.map(keyOf));
  return {
    removals: refs.map((asks) => ({ ref: asks, uid: asks.name })),
    goes: (live) => keys.has(keyOf(refOf(live))),
    isNamed: (asks) => keys.has(keyOf(asks)),
    isState: ({ metadata }) => metadata.labels?.['state'] === 'ours',
  };
}

const find = (cluster: GuardCluster, ...refs: readonly ObjectRef[]): Promise<DataLossReport> => findDataLoss(cluster, departureOf(...refs));

async function lossOf(cluster: GuardCluster, removals: readonly ObjectRef[]): Promise<Record<string, string[]>> {
  const { losses } = await find(cluster, ...removals);
  return Object.fromEntries(losses.map(({ ref: { name }, contents }) => [
    name,
    contents.map(({ kind: kindName, count }) => `${count} ${kindName}`),
  ]));
}

describe('a kind that the server stops serving while the guard looks', () => {
  const gone = new BoxcutterError('kind-unserved', 'collision', 'The API server does not serve Widget.');
  const going = (answers: Partial<GuardCluster>): GuardCluster => {
    const cluster = clusterOf([object('example.com/v1beta1', 'blue', 'Widget', 'shop')]);
    const list: GuardCluster['list'] = (scope, options) => (scope.apiVersion === 'example.com/v1'
      ? Promise.reject(gone)
      : cluster.list(scope, options));
    return { ...cluster, list, ...answers };
  };
  const without = (...versions: string[]): Partial<GuardCluster> => {
    const kinds = jest.fn<Promise<readonly ServedKind[]>, []>();
    kinds.mockResolvedValueOnce(KINDS).mockResolvedValue(KINDS.filter(({ apiVersion }) => !versions.includes(apiVersion)));
    return { kinds, resolve: () => Promise.resolve(undefined) };
  };

  test('has no objects any more when no version of it is served', async () => {
    const get: GuardCluster['get'] = ({ kind: asked }) =>
      Promise.resolve(asked === CRD.kind ? { type: 'gone' } : {
        type: 'object',
        created: false,
        object: object('v1', 'shop', 'Namespace', undefined),
      });
    const { losses } = await find(going({ ...without('example.com/v1', 'example.com/v1beta1'), get }), NAMESPACE);
    expect(losses).toEqual([]);
  });

  test('is listed in the version that is left', async () => {
    const { losses } = await find(going(without('example.com/v1')), NAMESPACE);
    expect(losses).toMatchObject([{ contents: [{ kind: 'Widget', count: 1, examples: ['shop/blue'] }] }]);
  });

  test('is not taken for empty while its definition stays', async () => {
    const cluster = going(without('example.com/v1', 'example.com/v1beta1'));
    await expect(find(cluster, NAMESPACE)).rejects.toMatchObject({ code: 'data-loss-unknown', cause: gone });
  });

  test('that is served again, or still, is not taken for empty', async () => {
    await expect(find(going({}), NAMESPACE)).rejects.toMatchObject({ code: 'data-loss-unknown', cause: gone });
  });
});

test('of what holds no data only the claims of its namespace are asked for, once', async () => {
  const cluster = clusterOf([]);
  expect(await lossOf(cluster, [ref('v1', 'ConfigMap', 'a', 'n'), ref('apps/v1', 'Deployment', 'b', 'n')])).toEqual({});
  expect(cluster.asked).toEqual(['PersistentVolumeClaim/n']);
});

test('what has no namespace and no controller that makes claims is not asked about', async () => {
  const cluster = clusterOf([]);
  expect(await lossOf(cluster, [ref('rbac.authorization.k8s.io/v1', 'ClusterRole', 'a')])).toEqual({});
  expect(cluster.asked).toEqual([]);
});

describe('a CustomResourceDefinition', () => {
  const mine = object('example.com/v1', 'mine', 'Widget', 'n');
  const theirs = object('example.com/v1', 'theirs', 'Widget', 'n');

  test('with objects that are not ours', async () => {
    expect(await lossOf(clusterOf([mine, theirs]), [
      CRD,
      ref('example.com/v1', 'Widget', 'mine', 'n'),
    ])).toEqual({ 'widgets.example.com': ['1 Widget'] });
  });

  test('with only ours, in whatever version', async () => {
    expect(await lossOf(clusterOf([mine]), [CRD, ref('example.com/v1beta1', 'Widget', 'mine', 'n')])).toEqual({});
  });

  test('with one that the revision keeps: it would be lost, too', async () => {
    expect(await lossOf(clusterOf([mine]), [CRD])).toEqual({ 'widgets.example.com': ['1 Widget'] });
  });

  test('with objects that others own: the owner may stay, its data would be lost all the same', async () => {
    const owned = object('example.com/v1', 'owned', 'Widget', 'n', ownedBy('Deployment', 'web', 'web', 'apps/v1'));
    expect(await lossOf(clusterOf([owned]), [CRD])).toEqual({ 'widgets.example.com': ['1 Widget'] });
    expect(await lossOf(clusterOf([owned]), [CRD, ref('v1', 'Namespace', 'n'), ref('apps/v1', 'Deployment', 'web', 'n')]))
      .toEqual({ 'widgets.example.com': ['1 Widget'] });
  });

  test('and its namespace going, too: what is lost is listed once', async () => {
    expect(await lossOf(clusterOf([theirs, object('v1', 'theirs', 'ConfigMap', 'n')]), [CRD, ref('v1', 'Namespace', 'n')]))
      .toEqual({ 'widgets.example.com': ['1 Widget'], 'n': ['1 ConfigMap'] });
  });

  test('that is younger than what we know of the server', async () => {
    expect(await lossOf(clusterOf([theirs], { kinds: [] }), [CRD])).toEqual({ 'widgets.example.com': ['1 Widget'] });
  });

  test('that is gone', async () => {
    expect(await lossOf(clusterOf([theirs], { get: { type: 'gone' } }), [CRD])).toEqual({});
  });

  test('that is going already: nothing is decided any more', async () => {
    const going = { ...definition(), metadata: { name: CRD.name, deletionTimestamp: 'now' } };
    expect(await lossOf(clusterOf([theirs, going]), [CRD])).toEqual({});
  });

  test('that is another object of the same name is not deleted, so nothing goes with it', async () => {
    const departure = { ...departureOf(CRD), goes: () => false };
    await expect(findDataLoss(clusterOf([theirs]), departure)).resolves.toMatchObject({ losses: [] });
  });

  test('is looked into in the version that its objects are stored in: what converts them may be away', async () => {
    const stored = definition(['v1', 'v1beta1']);
    const versions = ['v1', 'v1beta1'].map((name) => ({ name, served: true, storage: name === 'v1beta1' }));
    const live = { ...stored, spec: { ...stored['spec'] as object, versions } };
    const cluster = clusterOf([live, object('example.com/v1beta1', 'blue', 'Widget', 'shop', { uid: 'b' })]);
    const { list } = cluster;
    const converting: GuardCluster = {
      ...cluster, list: (scope, options) => (scope.apiVersion === 'example.com/v1' ? Promise.reject(new Error('conversion webhook failed')) : list(scope, options)),
    };
    expect(Object.keys(await lossOf(converting, [CRD]))).toHaveLength(1);
  });

  test('without a served version keeps its objects in storage: what cannot be seen is not taken for nothing', async () => {
    await expect(lossOf(clusterOf([definition([])], { kinds: [] }), [CRD])).rejects.toMatchObject({
      code: 'data-loss-unknown', message: expect.stringContaining('it serves no version'),
    });
  });

  test('that was never established never had an object', async () => {
    expect(await lossOf(clusterOf([definition([], false)], { kinds: [] }), [CRD])).toEqual({});
  });

  test('that cannot be looked at: no answer is no permission', async () => {
    const get: Answer = { type: 'lost', message: 'connection reset' };
    await expect(lossOf(clusterOf([], { kinds: [], get }), [CRD])).rejects.toMatchObject({ code: 'data-loss-unknown' });
  });
});

describe('a namespace', () => {
  const inside = (name: string, kindName = 'ConfigMap', metadata: object = {}, apiVersion = 'v1'): KubeObject =>
    object(apiVersion, name, kindName, 'shop', metadata);

  test('is as much as what it holds, beyond ours', async () => {
    const cluster = clusterOf([inside('a'), inside('b'), inside('mine'), inside('p', 'Pod'), inside('w', 'Widget', {}, 'example.com/v1')]);
    expect(await lossOf(cluster, [
      NAMESPACE,
      ref('v1', 'ConfigMap', 'mine', 'shop'),
    ])).toEqual({ shop: ['2 ConfigMap', '1 Pod', '1 Widget'] });
  });

  test('what comes by itself, goes with something that was counted or is going already does not count', async () => {
    const cluster = clusterOf([
      inside('kube-root-ca.crt'), inside('token', 'Secret', ownedBy('ServiceAccount', 'default', 'account')),
      inside('going', 'Pod', { deletionTimestamp: 'now' }),
      inside('head', 'Secret', { labels: { state: 'ours' } }), inside('default', 'ServiceAccount'),
      inside('r', 'Role', {}, 'rbac.authorization.k8s.io/v1'),
    ]);
    expect(await lossOf(cluster, [NAMESPACE])).toEqual({});
    expect(cluster.asked).not.toContain('Role/shop');
  });

  test('what belongs to something counted or ours is not counted beside it', async () => {
    const cluster = clusterOf([
      inside('theirs', 'Pod', { uid: 'theirs' }), inside('of-theirs', 'ConfigMap', ownedBy('Pod', 'theirs', 'theirs')),
      inside('of-ours', 'ConfigMap', ownedBy('StatefulSet', 'ours', 'ours', 'apps/v1')),
    ]);
    expect(await lossOf(cluster, [NAMESPACE, ref('apps/v1', 'StatefulSet', 'ours', 'shop')])).toEqual({ shop: ['1 Pod'] });
  });

  describe('a claim in it', () => {
    const kinds = [
      ...KINDS,
      kind('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'),
      kind('v1', 'ReplicationController', 'replicationcontrollers'),
    ];
    const claim = (owner: object): KubeObject => inside('data', 'PersistentVolumeClaim', { uid: 'data', ...owner });
    const ours = ref('apps/v1', 'Deployment', 'ours', 'shop');

    test.each<[string, readonly KubeObject[], readonly ObjectRef[], object]>([
      [
        'that an object of ours owns counts',
        [claim(ownedBy('Deployment', 'ours', 'ours', 'apps/v1'))],
        [ours],
        { shop: ['1 PersistentVolumeClaim'] },
      ],
      [
        'that something owns which goes with an object of ours counts',
        [
          claim(ownedBy('ReplicaSet', 'made', 'made', 'apps/v1')),
          inside('made', 'ConfigMap', { uid: 'made', ...ownedBy('Deployment', 'ours', 'ours', 'apps/v1') }),
        ],
        [ours],
        { shop: ['1 PersistentVolumeClaim'] },
      ],
      ['that an account owns counts', [claim(ownedBy('ServiceAccount', 'default', 'account'))], [], { shop: ['1 PersistentVolumeClaim'] }],
      [
        'that a StatefulSet of ours owns is counted with that',
        [claim(ownedBy('StatefulSet', 'ours', 'ours', 'apps/v1'))],
        [ref('apps/v1', 'StatefulSet', 'ours', 'shop')],
        { ours: ['1 PersistentVolumeClaim'] },
      ],
      ['of a Pod is ephemeral', [claim(ownedBy('Pod', 'p', 'p'))], [ours], {}],
      [
        'is not counted beside an owner that was counted',
        [claim(ownedBy('ReplicationController', 'rc', 'rc')), inside('rc', 'ReplicationController', { uid: 'rc' })],
        [ours],
        { shop: ['1 ReplicationController'] },
      ],
    ])('%s', async (_, objects, removals, expected) => {
      expect(await lossOf(clusterOf(objects, { kinds }), [NAMESPACE, ...removals])).toEqual(expected);
    });
  });

  test('what belongs to something that was not looked at counts: its owner lives on', async () => {
    const cluster = clusterOf([inside('data', 'ConfigMap', ownedBy('Realm', 'realm', 'realm', 'example.com/v1'))]);
    expect(await lossOf(cluster, [NAMESPACE])).toEqual({ shop: ['1 ConfigMap'] });
  });

  test('what was listed a moment before its owner went does not count: it goes, too', async () => {
    const cluster = clusterOf([inside('web-1', 'Pod', ownedBy('ReplicaSet', 'web', 'web', 'apps/v1'))]);
    const resolve: GuardCluster['resolve'] = (apiVersion, name) => Promise.resolve(kind(apiVersion, name, 'replicasets'));
    const get: GuardCluster['get'] = (asks) => (asks.kind === 'ReplicaSet' ? Promise.resolve({ type: 'gone' }) : cluster.get(asks));
    expect(await lossOf({ ...cluster, resolve, get }, [NAMESPACE])).toEqual({});
  });

  test('an API whose server is away may have anything in it; those of Kubernetes itself hold no data', async () => {
    const away = (...unavailable: readonly string[]) => lossOf(clusterOf([], { unavailable }), [NAMESPACE]);
    await expect(away('example.com/v1')).rejects.toMatchObject({
      code: 'data-loss-unknown',
      message: expect.stringContaining('example.com/v1'),
    });
    await expect(away('metrics.k8s.io/v1beta1')).resolves.toEqual({});
  });

  test('what cannot be deleted is made up by its server, and is not asked about', async () => {
    const manifests = { ...kind('packages.example.com/v1', 'PackageManifest', 'packagemanifests'), verbs: ['get', 'list'] };
    const cluster = clusterOf([inside('all', 'PackageManifest', {}, 'packages.example.com/v1')], { kinds: [...KINDS, manifests] });
    expect(await lossOf(cluster, [NAMESPACE])).toEqual({});
    expect(cluster.asked).not.toContain('PackageManifest/shop');
  });

  test('what belongs to something that another client has taken from us counts beside it', async () => {
    const taken = inside('taken', 'ServiceAccount', { uid: 'taken' });
    const departure = departureOf(NAMESPACE, ref('v1', 'ConfigMap', 'taken', 'shop'));
    const cluster = clusterOf([
      inside('taken', 'ConfigMap', { uid: 'taken' }),
      taken,
      inside('of-taken', 'Secret', ownedBy('ConfigMap', 'taken', 'taken')),
    ]);
    const { losses } = await findDataLoss(cluster, { ...departure, goes: (live) => live.kind === 'Namespace' });
    expect(losses[0]?.contents.map(({ examples }) => examples)).toEqual([['shop/taken']]);
  });

  test('custom resources of a definition that went before are not asked for; those of one that still lives are', async () => {
    const cluster = clusterOf([inside('one', 'Widget', {}, 'example.com/v1')]);
    const departure = { ...departureOf(NAMESPACE), isNamed: (asks: ObjectRef) => asks.name === CRD.name };
    const gone = {
      ...cluster,
      get: (asks: ObjectRef) => (asks.kind === CRD.kind ? Promise.resolve<Answer>({ type: 'gone' }) : cluster.get(asks)),
    };
    expect((await findDataLoss(gone, departure)).losses).toEqual([]);
    expect(cluster.asked).not.toContain('Widget/shop');
    expect((await findDataLoss(cluster, departure)).losses).toMatchObject([{ contents: [{ kind: 'Widget', count: 1 }] }]);
  });

  test('a definition on record is asked about once, and not for each namespace', async () => {
    const cluster = clusterOf([inside('one', 'Widget', {}, 'example.com/v1')]);
    const read = jest.fn(cluster.get);
    const spaces = ['shop', 'bar', 'inn'].map((name) => ref('v1', 'Namespace', name));
    await findDataLoss({ ...cluster, get: read }, { ...departureOf(...spaces), isNamed: (asks) => asks.name === CRD.name });
    expect(read.mock.calls.filter(([asks]) => asks.name === CRD.name)).toHaveLength(1);
  });

  test('the state of another extension counts', async () => {
    expect(await lossOf(clusterOf([inside('boxcutter.other', 'Secret')]), [NAMESPACE])).toEqual({ shop: ['1 Secret'] });
  });

  test('kinds of other projects in a group that ends like those of Kubernetes count', async () => {
    expect(await lossOf(clusterOf([inside('nightly', 'VolumeSnapshot', {}, 'snapshot.storage.k8s.io/v1')]), [NAMESPACE]))
      .toEqual({ shop: ['1 VolumeSnapshot'] });
  });

  test('what was seen while looking is handed on, so that it needs no second look', async () => {
    const mine = inside('mine');
    const { seen } = await find(clusterOf([mine]), NAMESPACE, ref('v1', 'ConfigMap', 'mine', 'shop'));
    expect(seen).toEqual([mine]);
  });
});

test.each<[string, Answer, object]>([
  [
    'is data',
    { type: 'object', created: false, object: object('v1', 'data', 'PersistentVolumeClaim', 'n') },
    { data: ['1 PersistentVolumeClaim'] },
  ],
  [
    'that was never bound is none',
    { type: 'object', created: false, object: { ...object('v1', 'data', 'PersistentVolumeClaim', 'n'), status: { phase: 'Pending' } } },
    {},
  ],
  ['that is gone is none', { type: 'gone' }, {}],
])('a claim %s', async (_, get, expected) => {
  expect(await lossOf(clusterOf([], { get }), [ref('v1', 'PersistentVolumeClaim', 'data', 'n')])).toEqual(expected);
});

describe('claims that the garbage collector takes along', () => {
  const claim = (name: string, owner: object, phase = 'Bound'): KubeObject =>
    ({ ...object('v1', name, 'PersistentVolumeClaim', 'n', owner), status: { phase } });
  const set = ref('apps/v1', 'StatefulSet', 'db', 'n');
  const ofSet = ownedBy('StatefulSet', 'db', 'db', 'apps/v1');
  const widget = ref('example.com/v1', 'Widget', 'blue', 'n');

  test.each<[string, KubeObject, object]>([
    ['bound', claim('data', ofSet), { db: ['1 PersistentVolumeClaim'] }],
    ['never bound', claim('data', ofSet, 'Pending'), {}],
    ['of another object of that name', claim('data', ownedBy('StatefulSet', 'db', 'reborn', 'apps/v1')), {}],
    ['without an owner', claim('data', {}), {}],
    ['going already', claim('data', { ...ofSet, deletionTimestamp: 'now' }), {}],
  ])('of a StatefulSet that goes: %s', async (_, held, expected) => {
    expect(await lossOf(clusterOf([held]), [set])).toEqual(expected);
  });

  test('of a Pod are ephemeral', async () => {
    expect(await lossOf(clusterOf([claim('scratch', ownedBy('Pod', 'db-0', 'pod'))]), [set])).toEqual({});
  });

  test('of what an operator made for a custom resource that goes', async () => {
    const made = object('apps/v1', 'db', 'StatefulSet', 'n', { uid: 'made', ...ownedBy('Widget', 'blue', 'blue', 'example.com/v1') });
    expect(await lossOf(clusterOf([made, claim('data', ownedBy('StatefulSet', 'db', 'made', 'apps/v1'))]), [widget]))
      .toEqual({ blue: ['1 PersistentVolumeClaim'] });
  });

  test.each<[string, ObjectRef]>([
    ['Deployment', ref('apps/v1', 'Deployment', 'web', 'n')],
    ['ReplicaSet', ref('apps/v1', 'ReplicaSet', 'web', 'n')],
    ['Job', ref('batch/v1', 'Job', 'web', 'n')],
    ['ConfigMap', ref('v1', 'ConfigMap', 'web', 'n')],
  ])('of a %s that goes', async (_, owner) => {
    const held = claim('data', ownedBy(owner.kind, owner.name, 'web', owner.apiVersion));
    expect(await lossOf(clusterOf([held]), [owner])).toEqual({ web: ['1 PersistentVolumeClaim'] });
  });

  test('of what a controller made for an object that goes', async () => {
    const made = object('batch/v1', 'nightly-1', 'Job', 'n', { uid: 'made', ...ownedBy('CronJob', 'nightly', 'nightly', 'batch/v1') });
    const held = claim('data', ownedBy('Job', 'nightly-1', 'made', 'batch/v1'));
    expect(await lossOf(clusterOf([made, held]), [ref('batch/v1', 'CronJob', 'nightly', 'n')]))
      .toEqual({ nightly: ['1 PersistentVolumeClaim'] });
  });

  test('are found by the uid on record where they name a version of their owner that is not served any more', async () => {
    const cluster = clusterOf([claim('data', ownedBy('Widget', 'blue', 'blue', 'example.com/v1alpha1'))]);
    const get: GuardCluster['get'] = (asks) =>
      (asks.apiVersion === 'example.com/v1alpha1' ? Promise.resolve<Answer>({ type: 'unserved' }) : cluster.get(asks));
    expect(await lossOf({ ...cluster, get }, [widget])).toEqual({ blue: ['1 PersistentVolumeClaim'] });
  });

  test('are found however many owners lie between', async () => {
    const chain = Array.from({ length: 20 }, (_, index) => {
      const owner = index === 0 ? ownedBy('Widget', 'blue', 'blue', 'example.com/v1') : ownedBy('ConfigMap', `m${index - 1}`, `u${index - 1}`);
      return object('v1', `m${index}`, 'ConfigMap', 'n', { uid: `u${index}`, ...owner });
    });
    expect(await lossOf(clusterOf([...chain, claim('data', ownedBy('ConfigMap', 'm19', 'u19'))]), [widget]))
      .toEqual({ blue: ['1 PersistentVolumeClaim'] });
  });

  test('stay where owners only own each other', async () => {
    const [one, other] = [['one', 'other'], ['other', 'one']].map(([name = '', owner = '']) =>
      object('v1', name, 'ConfigMap', 'n', { uid: name, ...ownedBy('ConfigMap', owner, owner) })) as [KubeObject, KubeObject];
    expect(await lossOf(clusterOf([one, other, claim('data', ownedBy('ConfigMap', 'one', 'one'))]), [widget])).toEqual({});
  });

  test('with owners without number are not known', async () => {
    const chain = Array.from({ length: 200 }, (_, index) =>
      object('v1', `m${index}`, 'ConfigMap', 'n', { uid: `u${index}`, ...ownedBy('ConfigMap', `m${index + 1}`, `u${index + 1}`) }));
    const cluster = clusterOf([...chain, claim('data', ownedBy('ConfigMap', 'm0', 'u0'))]);
    await expect(lossOf(cluster, [widget])).rejects.toMatchObject({ code: 'data-loss-unknown' });
  });

  test('stay when another owner does', async () => {
    const other = object('example.com/v1', 'red', 'Widget', 'n', { uid: 'red' });
    const owners = [
      { apiVersion: 'example.com/v1', kind: 'Widget', name: 'blue', uid: 'blue' },
      { apiVersion: 'example.com/v1', kind: 'Widget', name: 'red', uid: 'red' },
    ];
    expect(await lossOf(clusterOf([other, claim('data', { ownerReferences: owners })]), [widget])).toEqual({});
  });

  describe('in a namespace where no controller makes them for what goes', () => {
    const config = ref('v1', 'ConfigMap', 'web', 'n');
    const forbidden: Answer = { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'not allowed', causes: [] } };
    const failing = (code: string): GuardCluster => {
      const list = (): Promise<never> => Promise.reject(new BoxcutterError(code, 'server', 'no list'));
      return { ...clusterOf([]), list };
    };

    test('do not stop an account that may not list them', async () => {
      expect(await lossOf(failing('server-forbidden'), [config])).toEqual({});
    });

    test('do not stop an account that may not read their owner, which is another', async () => {
      const held = claim('data', ownedBy('Secret', 'other', 'other'));
      expect(await lossOf(clusterOf([held], { get: forbidden }), [config])).toEqual({});
    });

    test('stop the run when no answer tells whether there are some', async () => {
      await expect(lossOf(failing('server-unreachable'), [config])).rejects.toMatchObject({ code: 'data-loss-unknown' });
    });
  });

  test('that may not be listed stop the run', async () => {
    const cluster = clusterOf([]);
    const list = (): Promise<never> => Promise.reject(new BoxcutterError('server-forbidden', 'server', 'claims may not be listed'));
    await expect(lossOf({ ...cluster, list }, [widget])).rejects.toMatchObject({ code: 'data-loss-unknown' });
  });
});

describe('namespaces and definitions that the garbage collector takes along', () => {
  const realm = ref('example.com/v1', 'Realm', 'all');
  const ofRealm = ownedBy('Realm', 'all', 'all', 'example.com/v1');
  const space = (owner: object): KubeObject => object('v1', 'shop', 'Namespace', undefined, { uid: 'shop', ...owner });
  const secret = object('v1', 'precious', 'Secret', 'shop', { uid: 'precious' });

  test.each<[string, readonly KubeObject[], object]>([
    ['what is in a namespace', [space(ofRealm), secret], { all: ['1 Secret'] }],
    ['an empty namespace', [space(ofRealm)], {}],
    ['a namespace that is going already', [space({ ...ofRealm, deletionTimestamp: 'now' }), secret], {}],
    ['a namespace of another object of that name', [space(ownedBy('Realm', 'all', 'reborn', 'example.com/v1')), secret], {}],
    ['a namespace without an owner', [space({}), secret], {}],
    [
      'objects of a definition',
      [{ ...definition(), metadata: { name: CRD.name, uid: 'crd', ...ofRealm } }, object('example.com/v1', 'blue', 'Widget', 'n')],
      { all: ['1 Widget'] },
    ],
    [
      'claims beside them',
      [
        space(ofRealm),
        secret,
        { ...object('v1', 'data', 'PersistentVolumeClaim', 'n', ofRealm), status: { phase: 'Bound' } },
      ],
      { all: ['1 PersistentVolumeClaim', '1 Secret'] },
    ],
  ])('with a custom resource without a namespace: %s', async (_, objects, expected) => {
    expect(await lossOf(clusterOf(objects), [realm])).toEqual(expected);
  });

  test('are counted as such where they are to be deleted themselves', async () => {
    expect(await lossOf(clusterOf([space(ofRealm), secret]), [realm, NAMESPACE])).toEqual({ shop: ['1 Secret'] });
  });

  test('are not looked for where nothing goes that could own them', async () => {
    const cluster = clusterOf([space(ofRealm), secret]);
    await find(cluster, ref('example.com/v1', 'Widget', 'blue', 'n'), ref('v1', 'ConfigMap', 'a', 'n'));
    expect(cluster.asked).toEqual(['PersistentVolumeClaim/n']);
  });

  test('that may not be listed stop the run', async () => {
    const cluster = clusterOf([]);
    const list: GuardCluster['list'] = (scope, options) => (scope.kind === 'Namespace'
      ? Promise.reject(new BoxcutterError('server-forbidden', 'server', 'namespaces may not be listed'))
      : cluster.list(scope, options));
    await expect(lossOf({ ...cluster, list }, [realm])).rejects.toMatchObject({ code: 'data-loss-unknown' });
  });
});

test('a claim that cannot be read stops the run: what it holds is not known', async () => {
  const lost: Answer = { type: 'lost', message: 'timed out' };
  await expect(lossOf(clusterOf([], { get: lost }), [ref('v1', 'PersistentVolumeClaim', 'data', 'n')]))
    .rejects.toMatchObject({ code: 'data-loss-unknown', category: 'server' });
});

test('the refusal names what and how much, and what to do', () => {
  const error = dataLossError([
    { ref: CRD, contents: [{ kind: 'Widget', count: 4, examples: ['n/a', 'n/b', 'n/c'] }] },
    { ref: ref('v1', 'PersistentVolumeClaim', 'data', 'n'), contents: [{ kind: 'PersistentVolumeClaim', count: 1, examples: ['data'] }] },
  ], 'Deleting extension "web"');
  expect(error.message).toBe([
    'Deleting extension "web" would delete data:',
    '  CustomResourceDefinition widgets.example.com: 4 Widget (n/a, n/b, n/c, …)',
    '  PersistentVolumeClaim n/data holds data',
    'Nothing was changed.',
  ].join('\n'));
  expect(error).toMatchObject({ category: 'data-loss', hint: expect.stringContaining('`deleteData: true`') });
});
