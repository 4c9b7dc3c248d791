/** What helm was given becomes revisions: by the record of the controllers alone, as it stands now, and nothing goes that did not become one. */
import { keyOf, type KubeObject, refOf, type RevisionManifest } from '../../../../lib/api';
import { applyByHelm, isApplied, leaveRelease, nextNumber, releaseOf, takeOver, withRelease } from '../../../../lib/controllers/extension/helm';
import type { HelmPlace } from '../../../../lib/controllers/extension/helm/gate-off';
import { manifestOf } from '../../../../lib/controllers/extension/helm/take-over';
import { type LiveExtension, revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import type { HelmRelease, RevisionDocuments, StoredContent } from '../../../../lib/controllers/helm';
import { RELEASE_NAMESPACE } from '../../../../lib/controllers/helm/storage';
import { revision, ROLLED_OUT, SUCCEEDED } from './a-revision';

const G = 'olm.operatorframework.io';
const bundle = { name: 'shop.v1.3.0', version: '1.3.0' };
const extension = (annotations: Readonly<Record<string, string>> = {}, more: object = {}): LiveExtension => ({
  apiVersion: `${G}/v1`, kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u', annotations, ...more }, spec: { namespace: 'shop' },
} as unknown as LiveExtension);
const config = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } });
const marked = (name: string): KubeObject => {
  const annotations = { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': RELEASE_NAMESPACE };
  return { ...config(name), metadata: { ...config(name).metadata, uid: `of-${name}`, labels: { 'app.kubernetes.io/managed-by': 'Helm' }, annotations } };
};
const documents = (names: readonly string[], number = 2): RevisionDocuments => ({
  manifest: {
    apiVersion: `${G}/v1`, kind: 'ClusterExtensionRevision',
    metadata: {
      name: `shop-${number}`, labels: { [`${G}/owner-name`]: 'shop' },
      annotations: { [`${G}/bundle-name`]: bundle.name, [`${G}/bundle-version`]: bundle.version, 'other.example/note': 'x', [`${G}/allow-data-loss`]: 'true' },
    },
    spec: {
      lifecycleState: 'Active', revision: number, collisionProtection: 'None',
      phases: [{ name: 'deploy', collisionProtection: 'None', objects: names.map((name) => ({ object: config(name), collisionProtection: 'None' })) }],
    },
  } as unknown as RevisionManifest,
  secrets: [],
});
const content = (number = 2): StoredContent => (
  { extension: 'shop', digest: `sha256:${number}`, number, request: 'r', bundle, secret: `helm-release-u-${number}`, uid: `s-${number}` }
);
const release = (more: Partial<HelmRelease> = {}): HelmRelease => ({ applied: content(), begun: [], replaced: [], unreadable: [], ...more });

class World {
  readonly done: string[] = [];
  constructor(
    private readonly documents: Readonly<Record<string, RevisionDocuments | string>>, private readonly live: readonly KubeObject[] = [],
    private readonly seen: HelmRelease | undefined = undefined,
  ) {}

  get place(): HelmPlace {
    const find = (name: string): KubeObject | undefined => this.live.find(({ metadata }) => metadata.name === name);
    const target = {
      cluster: {
        get: ({ name }: { name: string }) => Promise.resolve(find(name) === undefined ? { type: 'gone' } : { type: 'object', object: find(name) }),
        delete: ({ name }: { name: string }, { uid }: { uid: string }) => this.note(`delete ${name} ${uid}`, { type: 'object', object: find(name) }),
      },
      shared: {}, name: undefined,
    };
    return {
      mayRollOut: true, target, revisions: { note: () => {} },
      cluster: { create: (object: KubeObject) => this.note(`create ${object.kind} ${object.metadata.name}`, { type: 'object', object }) },
      helmRecord: {
        seen: () => this.seen, read: () => this.note('read', this.seen), nameOf: (name: string) => `Secret olmv1-system/${name}`,
        documents: ({ secret }: StoredContent) => Promise.resolve(this.documents[secret] ?? 'it is gone'),
        begin: (_uid: string, one: StoredContent) => this.note(`begin ${one.number}`, { ...content(one.number) }),
        end: ({ number }: StoredContent, before: readonly StoredContent[]) => this.note(`end ${number}, forget ${before.map((one) => one.number).join()}`, undefined),
        forget: (contents: readonly StoredContent[]) => this.note(`forget ${contents.map((one) => one.number).join()}`, undefined),
      },
      helm: {
        upgrade: (_work: object, _chart: object, before: readonly KubeObject[]) => (
          this.note(`upgrade, before ${before.map(({ metadata }) => metadata.name).join()}`, undefined)
        ),
      },
    } as unknown as HelmPlace;
  }

  private note<T>(what: string, answer: T): Promise<T> {
    if (!what.endsWith('forget ')) this.done.push(what);
    return Promise.resolve(answer);
  }
}

test('annotations of the extension say nothing of a release: what is not in the record is not there', async () => {
  const text = JSON.stringify({ applied: { digest: 'sha256:2', number: 3, request: 'x', bundle }, begun: [] });
  const forged = extension({ [`${G}/helm-release`]: text, [`${G}/helm-content`]: text, [`${G}/helm-applied`]: 'true' });
  const world = new World({});
  const states = revisionStates([revision({ number: 1, version: '1.0.0', conditions: [SUCCEEDED, ROLLED_OUT] })]);
  await expect(releaseOf(forged, world.place)).resolves.toBeUndefined();
  expect(world.done).toEqual([]);
  expect(withRelease(states, forged, undefined)).toBe(states);
  expect([isApplied(states, 'x'), nextNumber(states)]).toEqual([false, 2]);
});

test('with the gate off, or at the end, the server says what is there', async () => {
  const world = new World({});
  await releaseOf(extension(), { ...world.place, mayRollOut: false });
  await releaseOf(extension({}, { deletionTimestamp: 'now' }), world.place);
  expect(world.done).toEqual(['read', 'read']);
});

test.each([
  ['a Secret that says nothing', release({ unreadable: ['helm-release-u-9'] }), { 'helm-release-u-2': documents(['a']) }],
  ['a Secret that says nothing, and no other', { begun: [], replaced: [], unreadable: ['helm-release-u-9'] }, {}],
  ['a Secret that is gone', release({ begun: [content(3)] }), { 'helm-release-u-2': documents(['a']) }],
  ['one whose content was changed', release(), { 'helm-release-u-2': 'its content is not the one that was given to helm' }],
])('%s: nothing is made, forgotten or deleted, and it is named', async (_, found, stored) => {
  const world = new World(stored, [marked('a')]);
  const outcome = await takeOver(extension(), found, [], world.place);
  expect(outcome).toMatchObject({ message: expect.stringMatching(/cannot be read from Secret olmv1-system\/helm-release-u-\d: /) });
  expect(['blocked', 'unreadable']).toContain(outcome?.type);
  const leaving = extension({}, { deletionTimestamp: 'now' });
  await expect(takeOver(leaving, found, [], world.place)).resolves.toMatchObject({ type: 'guarded' });
  await expect(leaveRelease(leaving, found, [], world.place)).resolves.toMatchObject({ type: 'guarded' });
  const made = { manifest: documents(['b'], 4).manifest, secrets: [], resolved: { number: 4, phases: [] } } as never;
  const states = { ...revisionStates([]), release: found };
  await expect(applyByHelm(extension(), made, bundle, 'r', states, world.place as never)).rejects.toThrow('cannot be read from Secret');
  expect(world.done).toEqual([]);
});

test('each content becomes a revision, and the record goes when the newest has everything', async () => {
  const found = release({ begun: [content(3)], replaced: [content(1)] });
  const world = new World({ 'helm-release-u-2': documents(['a']), 'helm-release-u-3': documents(['b'], 3) }, [marked('a')]);
  await expect(takeOver(extension(), found, [], world.place)).resolves.toMatchObject({ type: 'waiting' });
  expect(world.done).toEqual(['create ClusterExtensionRevision shop-2', 'create ClusterExtensionRevision shop-3']);
  const taken = (number: number) => {
    const one = revision({ number, version: '1.3.0', conditions: [SUCCEEDED, ROLLED_OUT] });
    return { ...one, metadata: { ...one.metadata, annotations: { ...one.metadata.annotations, [`${G}/migrated-from-helm`]: `sha256:${number}` } } };
  };
  world.done.length = 0;
  await expect(takeOver(extension(), found, [taken(2), taken(3)] as never, world.place)).resolves.toBeUndefined();
  expect(world.done).toEqual(['forget 1,2,3']);
});

test('the revision has the account of the extension, the notes of the controllers, and takes only what helm wrote for the extension', () => {
  const account = { [`${G}/service-account-name`]: 'inst', [`${G}/service-account-namespace`]: 'shop' };
  const own = new Set([keyOf(refOf(config('a')))]);
  const { metadata, spec } = manifestOf(documents(['a', 'b']), { digest: 'sha256:2', own, previous: [{ name: 'shop-1', uid: 'p' }], account });
  expect(metadata.annotations).toEqual({
    [`${G}/bundle-name`]: bundle.name, [`${G}/bundle-version`]: bundle.version, [`${G}/migrated-from-helm`]: 'sha256:2', ...account,
  });
  expect(spec).toMatchObject({ collisionProtection: 'Prevent', previous: [{ name: 'shop-1', uid: 'p' }] });
  expect(spec.phases).toEqual([
    { name: 'deploy', objects: [{ object: config('a'), collisionProtection: 'IfNoController' }, { object: config('b') }] },
  ]);
});

test('helm is told of what it wrote for the extension, and of nothing else; what it failed with before goes when that has it all', async () => {
  const found = release({ begun: [content(3), content(4)] });
  const world = new World({
    'helm-release-u-2': documents(['a', 'of-others']), 'helm-release-u-3': documents(['b', 'more'], 3), 'helm-release-u-4': documents(['b'], 4),
  }, [marked('a'), marked('more'), config('of-others')]);
  const phases = [{ name: 'deploy', objects: [{ object: config('b') }] }];
  const made = { manifest: documents(['b'], 5).manifest, secrets: [], resolved: { number: 5, phases } } as never;
  const states = { ...revisionStates([]), release: found };
  await applyByHelm(extension(), made, bundle, 'r', states, world.place as never);
  expect(world.done).toEqual(['begin 5', 'forget 4', 'upgrade, before more,a', 'end 5, forget 2,3,4']);
});

test('what is there and is of somebody else is named before anything is written', async () => {
  const world = new World({}, [config('b')]);
  const phases = [{ name: 'deploy', objects: [{ object: config('b') }] }];
  const made = { manifest: documents(['b'], 5).manifest, secrets: [], resolved: { number: 5, phases } } as never;
  const work = applyByHelm(extension(), made, bundle, 'r', revisionStates([]), world.place as never);
  await expect(work).rejects.toThrow('These objects exist, and are not of this extension: ConfigMap shop/b.');
  expect(world.done).toEqual([]);
});

test('what helm wrote for the extension is deleted with it, in reverse, by uid, and nothing else; then the record goes', async () => {
  const stored = { 'helm-release-u-2': documents(['a', 'of-others', 'b']) };
  const leaving = extension({}, { deletionTimestamp: 'now' });
  const world = new World(stored, [marked('a'), config('of-others'), marked('b')]);
  await expect(leaveRelease(leaving, release(), [], world.place)).resolves.toMatchObject({ type: 'leaving', progress: expect.stringContaining('to go') });
  expect(world.done).toEqual(['delete b of-b', 'delete a of-a']);
  const gone = new World(stored, [config('of-others')]);
  await expect(leaveRelease(leaving, release(), [], gone.place)).resolves.toMatchObject({ type: 'leaving' });
  expect(gone.done).toEqual(['forget 2']);
});
