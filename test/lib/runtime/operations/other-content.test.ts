/** What is put in the place of an installed extension under a name that no one confirmed. */
import { LABEL_OWNER_NAME, refOf, type ContentSource, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { applyRevision, deleteExtension, planRevision, rollbackExtension, type Outcome, type WriteOptions } from '../../../../lib/runtime';
import { otherContent } from '../../../../lib/runtime/operations/other-content';
import { readHead } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

const NAMESPACE = 'shop';
const ACME = { repository: 'github.com/acme/shop', path: 'manifests' };
const OTHER = { repository: 'github.com/other/site', path: 'manifests' };
let server: FakeCluster;
beforeEach(() => {
  server = new FakeCluster();
});

const options = (more: Partial<WriteOptions> = {}): WriteOptions =>
  ({ cluster: server.cluster, stateNamespace: NAMESPACE, guessedName: true, ...more });
const apply = (revision: ResolvedRevision, more: Partial<WriteOptions> = {}): Promise<Outcome> => applyRevision(revision, options(more));
const head = () => readHead(server.cluster, 'manifests', NAMESPACE);

function objectOf(text: string): KubeObject {
  const [kind = '', name = ''] = text.split('/');
  const labels = { [LABEL_OWNER_NAME]: 'manifests' };
  if (kind === 'Namespace') return { apiVersion: 'v1', kind, metadata: { name, labels } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: text, namespace: NAMESPACE, labels }, data: { value: text } };
}

function revision(names: readonly string[], source?: ContentSource, more: Partial<ResolvedRevision> = {}): ResolvedRevision {
  const objects = names.map((name) => ({ object: objectOf(name), collisionProtection: 'Prevent' as const }));
  return {
    extension: 'manifests', number: 1, digest: names.join(), probes: [],
    phases: [{ name: 'a', objects }], ...(source && { source }), ...more,
  };
}

const refusal = {
  code: 'content-differs',
  category: 'input',
  message: expect.stringMatching(/would be deleted: .*Nothing was changed\.$/),
};

test('content that has none of the installed objects is refused by apply and dry run, and nothing is changed', async () => {
  await apply(revision(['a', 'b']));
  const before = (await head())?.resourceVersion;
  await expect(apply(revision(['x']))).rejects.toMatchObject(refusal);
  await expect(apply(revision(['x']), { dryRun: true })).rejects.toMatchObject({
    message: 'An extension "manifests" is installed already: this content has none of its objects. It would take its place, and all 2 '
      + 'of its objects would be deleted: ConfigMap shop/a, ConfigMap shop/b. Nothing was changed.',
    hint: expect.stringContaining("`extension: 'manifests'`"),
    details: { because: 'nothing-shared', installed: 2, deleted: ['ConfigMap shop/a', 'ConfigMap shop/b'] },
  });
  expect((await head())?.resourceVersion).toBe(before);
});

test('a plan of it shows what would go, and that it would be refused', async () => {
  await apply(revision(['a', 'b'], ACME));
  const plan = await planRevision(revision(['x'], OTHER), options());
  expect(plan.removals.map(({ action }) => action)).toEqual(['delete', 'delete']);
  expect(plan.otherContent).toMatchObject({ because: 'nothing-shared', installed: 2, before: ACME, now: OTHER });
  expect((await planRevision(revision(['x'], OTHER), options({ guessedName: false }))).otherContent).toBeUndefined();
});

test('a name that was confirmed lets it take the place', async () => {
  await apply(revision(['a']));
  await expect(apply(revision(['x']), { guessedName: false })).resolves.toMatchObject({ status: 'complete', revision: 2 });
});

test('a first install, an upgrade of the same content and one that shares an object ask nothing', async () => {
  await expect(apply(revision(['a', 'b']))).resolves.toMatchObject({ status: 'complete' });
  await expect(apply(revision(['a', 'b']))).resolves.toMatchObject({ unchanged: true });
  await expect(apply(revision(['b', 'c']))).resolves.toMatchObject({ status: 'complete', revision: 2 });
});

test('a namespace that both have is nothing in common, unless there is nothing else', () => {
  const inventory = (names: readonly string[]) => names.map((name) => ({ ref: refOf(objectOf(name)), order: 0, phase: 'a', uid: name }));
  const headOf = (names: readonly string[]) => ({ extension: 'manifests', revisions: [], inventory: inventory(names) });
  const content = revision(['Namespace/web', 'x']);
  expect(otherContent(content, headOf(['Namespace/web', 'a']), { guessedName: true }))
    .toMatchObject({ because: 'nothing-shared', installed: 2 });
  expect(otherContent(content, headOf(['Namespace/web', 'Namespace/old']), { guessedName: true })).toBeUndefined();
});

describe('content of another repository', () => {
  test('that shares objects is refused when it would delete some', async () => {
    await apply(revision(['a', 'b'], ACME));
    await expect(apply(revision(['a'], OTHER))).rejects.toMatchObject({
      ...refusal, message: expect.stringContaining('it came from github.com/acme/shop (manifests), '
        + 'and this comes from github.com/other/site (manifests). It would take its place, and 1 of its 2 objects'),
    });
  });

  test('a URL is a place as well: another one is refused, another version of it is an upgrade', async () => {
    const url = (text: string): ContentSource => ({ url: `https://example.com/${text}` });
    await apply(revision(['a', 'b'], url('shop/v1.0.0/manifests.yaml')));
    await expect(apply(revision(['a'], url('site/v1.0.0/manifests.yaml')))).rejects.toMatchObject({
      ...refusal, details: expect.objectContaining({ because: 'other-place' }),
      message: expect.stringContaining('it came from https://example.com/shop/v1.0.0/manifests.yaml, and this comes from https://example.com/site/'),
    });
    await expect(apply(revision(['a'], ACME))).rejects.toMatchObject({ details: expect.objectContaining({ because: 'other-place' }) });
    await expect(apply(revision(['a'], url('shop/v1.1.0/manifests.yaml')))).resolves.toMatchObject({ status: 'complete' });
    expect((await head())?.head.revisions[0]?.source).toEqual(url('shop/v1.1.0/manifests.yaml'));
  });

  test('that deletes nothing is applied, and is where the extension comes from now', async () => {
    await apply(revision(['a'], ACME));
    await expect(apply(revision(['a', 'b'], OTHER))).resolves.toMatchObject({ status: 'complete' });
    expect((await head())?.head.revisions.map(({ source }) => source)).toEqual([OTHER, ACME]);
    await expect(apply(revision(['a'], OTHER))).resolves.toMatchObject({ status: 'complete' });
  });

  test('is an upgrade where both are the same package, and where the letters alone differ', async () => {
    await apply(revision(['a', 'b'], ACME, { packageName: 'shop' }));
    await expect(apply(revision(['a'], OTHER, { packageName: 'shop' }))).resolves.toMatchObject({ status: 'complete' });
    server = new FakeCluster();
    await apply(revision(['a', 'b'], ACME));
    await expect(apply(revision(['a'], {
      repository: 'github.com/Acme/Shop',
      path: 'moved',
    }))).resolves.toMatchObject({ status: 'complete' });
  });

  test('is not known where one of them came from elsewhere than git', async () => {
    await apply(revision(['a', 'b'], ACME));
    await expect(apply(revision(['a']))).resolves.toMatchObject({ status: 'complete' });
    // The newest revision of which it is known counts.
    await expect(apply(revision(['c', 'a'], OTHER))).resolves.toMatchObject({ status: 'complete' });
  });
});

test('what would not be deleted asks nothing: objects that live on, and an extension that is going anyway', async () => {
  await apply(revision(['a']));
  await expect(apply(revision(['x']), { orphan: true })).resolves.toMatchObject({ status: 'complete' });
  await deleteExtension('manifests', options());
  await expect(apply(revision(['y']))).resolves.toMatchObject({ status: 'complete' });
});

test('going back to an earlier revision asks nothing, and remembers where that came from', async () => {
  await apply(revision(['a'], ACME));
  await apply(revision(['x'], OTHER), { guessedName: false });
  await expect(rollbackExtension('manifests', options())).resolves.toMatchObject({ status: 'complete', revision: 3 });
  const revisions = (await head())?.head.revisions ?? [];
  expect(revisions.map(({ source }) => source)).toEqual([ACME, OTHER, ACME]);
  expect(revisions.every(({ by }) => /^[^@]+@./.test(by ?? ''))).toBe(true);
});
