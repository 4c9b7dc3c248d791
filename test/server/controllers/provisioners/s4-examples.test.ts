/**
 * The examples of OKD's documentation of RukPak as they stand there, but for hosts and digests, with kubectl. On a control plane of their own:
 * nothing in them says that it is of one test.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterInfo, down, up } from '../../../../lib/control-plane';
import { makePair } from '../../../../lib/controllers/cluster-api/requirement/certificates/make';
import { imageOfFiles, pushImage } from '../../../../lib/image';
import { REGISTRY_START_MS } from '../../../registry';
import { type GitServer, startGitServer, TestRepository } from '../../../support/git-server';
import { type KubectlAnswer, kubectlLine } from '../kubectl';
import { bundleRef, deploymentRef, ProvisionersBench, saidOf, statusOf } from './bench';

const directory = mkdtempSync(join(tmpdir(), 'boxcutter-s4-'));
let info: ClusterInfo;
let bench: ProvisionersBench;
let git: GitServer;
const commits: Record<string, string> = {};
beforeAll(async () => {
  const authority = makePair(['127.0.0.1'], { now: Date.now(), lifeMs: 60 * 60_000 });
  process.env['GIT_SSL_CAINFO'] = join(directory, 'authority.pem');
  writeFileSync(join(directory, 'authority.pem'), authority.authority);
  const repository = TestRepository.create(join(directory, 'git', 'operator-framework', 'combo'));
  for (const tag of ['v0.0.2', 'v0.0.3']) {
    commits[tag] = repository.commit({ 'manifests/combo.yaml': configMap('combo', tag) });
    repository.git('tag', tag);
  }
  git = await startGitServer(join(directory, 'git'), undefined, { key: authority.key, cert: authority.certificate });
  info = await up({ name: 's4', directory });
  bench = await ProvisionersBench.open(info.kubeconfig);
  await bench.start({ selected: '' });
}, REGISTRY_START_MS);
afterAll(async () => {
  await bench.close();
  await down('s4', { directory });
  await git.close();
  rmSync(directory, { recursive: true, force: true });
  delete process.env['GIT_SSL_CAINFO'];
});

const configMap = (name: string, value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { value: ${value} }\n`;
const kubectl = (line: string, stdin = ''): Promise<KubectlAnswer> => kubectlLine(`kubectl ${line}`, info.kubeconfig, stdin);

const myBundle = (ref: string): string => `apiVersion: core.rukpak.io/v1alpha1
kind: Bundle
metadata:
  name: my-bundle
spec:
  source:
    type: image
    image:
      ref: ${ref}
  provisionerClassName: core-rukpak-io-plain
`;
const comboTagRef = (repository: string): string => `apiVersion: core.rukpak.io/v1alpha1
kind: Bundle
metadata:
  name: combo-tag-ref
spec:
  source:
    type: git
    git:
      ref:
        tag: v0.0.2
      repository: ${repository}
  provisionerClassName: core-rukpak-io-plain
`;
const myBundleDeployment = (ref: string): string => `apiVersion: core.rukpak.io/v1alpha1
kind: BundleDeployment
metadata:
  name: my-bundle-deployment
spec:
  provisionerClassName: core-rukpak-io-plain
  template:
    metadata:
      labels:
        app: my-bundle
    spec:
      source:
        type: image
        image:
          ref: ${ref}
      provisionerClassName: core-rukpak-io-plain
`;

/** @returns `HOST/my-bundle@DIGEST` */
async function pushed(value: string): Promise<string> {
  const built = imageOfFiles([['manifests/my-bundle.yaml', Buffer.from(configMap('my-bundle', value))]]);
  const name = `${bench.registry.host}/my-bundle`;
  await pushImage(built, `${name}:${value}`, { plainHttp: true, cache: false });
  return `${name}@${built.digest}`;
}

const unpacked = (name: string): Promise<object> => bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful');
const IMMUTABLE = (name: string): string => `The Bundle "${name}" is invalid: spec: Invalid value: bundle.spec is immutable\n`;

test('Example Bundle object configured to work with the plain provisioner', async () => {
  const ref = await pushed('one');
  expect(await kubectl('apply -f -', myBundle(ref))).toEqual({ code: 0, output: 'bundle.core.rukpak.io/my-bundle created\n' });
  await unpacked('my-bundle');
  expect(statusOf(await bench.client.get(bundleRef('my-bundle')))).toMatchObject({ phase: 'Unpacked', resolvedSource: { type: 'image', image: { ref } } });
  expect((await kubectl('get bundle my-bundle')).output).toMatch(/^NAME +TYPE +PHASE +PROVISIONER +AGE\nmy-bundle +image +Unpacked +core-rukpak-io-plain +\S+\n$/);
  expect(await kubectl('apply -f -', myBundle(ref))).toEqual({ code: 0, output: 'bundle.core.rukpak.io/my-bundle unchanged\n' });
});

test('Bundle immutability: a newer tag is refused, and what is unpacked stays', async () => {
  const combo = comboTagRef(git.url('operator-framework/combo'));
  expect(await kubectl('apply -f -', combo)).toEqual({ code: 0, output: 'bundle.core.rukpak.io/combo-tag-ref created\n' });
  await unpacked('combo-tag-ref');
  const line = `patch bundle combo-tag-ref --type='merge' -p '{"spec":{"source":{"git":{"ref":{"tag":"v0.0.3"}}}}}'`;
  expect(await kubectl(line)).toEqual({ code: 1, output: IMMUTABLE('combo-tag-ref') });
  const live = await bench.client.get(bundleRef('combo-tag-ref'));
  expect(live['spec']).toMatchObject({ source: { git: { ref: { tag: 'v0.0.2' } } } });
  expect(statusOf(live)).toMatchObject({ phase: 'Unpacked', resolvedSource: { type: 'git', git: { ref: { commit: commits['v0.0.2'] } } } });
});

describe('Bundle immutability is about what a spec means', () => {
  const repository = (): string => git.url('operator-framework/combo');
  const specOf = (source: object, provisionerClassName = 'core-rukpak-io-plain'): object => ({ source, provisionerClassName });
  const ofGit = (more: object): object => specOf({ type: 'git', git: { repository: repository(), ref: { tag: 'v0.0.2' }, ...more } });
  const ofImage = (more: object): object => specOf({ type: 'image', image: { ref: `${bench.registry.host}/my-bundle:one`, ...more } });
  const ofMaps = (...maps: readonly object[]): object => specOf({ type: 'configMaps', configMaps: maps });
  const map = (name: string, more: object = {}): object => ({ configMap: { name }, ...more });
  const ofHttp = (more: object): object => specOf({ type: 'http', http: { url: 'https://nowhere.invalid/a.tgz', ...more } });
  const text = (name: string, spec: object, labels = {}): string => JSON.stringify({ apiVersion: 'core.rukpak.io/v1alpha1', kind: 'Bundle', metadata: { name, labels }, spec });
  let count = 0;
  async function changed(before: object, after: object, labels = {}): Promise<KubectlAnswer> {
    count += 1;
    const name = `means-${count}`;
    expect(await kubectl('apply -f -', text(name, before))).toEqual({ code: 0, output: `bundle.core.rukpak.io/${name} created\n` });
    const answer = await kubectl('apply -f -', text(name, after, labels));
    return { ...answer, output: answer.output.replaceAll(name, 'NAME') };
  }
  const CONFIGURED = { code: 0, output: 'bundle.core.rukpak.io/NAME configured\n' };

  test.each<[what: string, before: () => object, after: () => object]>([
    ['a folder that is empty', () => ofGit({}), () => ofGit({ directory: '' })],
    ['a folder that was empty, and is not named', () => ofGit({ directory: '' }), () => ofGit({})],
    ['a certificate that is verified', () => ofGit({}), () => ofGit({ auth: { insecureSkipVerify: false } })],
    ['a Secret that is not named', () => ofImage({}), () => ofImage({ pullSecret: '' })],
    ['a path that is empty', () => ofMaps(map('a'), map('b')), () => ofMaps(map('a', { path: '' }), map('b'))],
    ['credentials that name nothing', () => ofHttp({}), () => ofHttp({ auth: {} })],
  ])('%s is as if it were not there', async (_what, before, after) => {
    expect(await changed(before(), after())).toEqual(CONFIGURED);
  });

  test('metadata may change', async () => {
    expect(await changed(ofGit({}), ofGit({}), { team: 'shop' })).toEqual(CONFIGURED);
  });

  test.each<[what: string, before: () => object, after: () => object]>([
    ['another folder', () => ofGit({}), () => ofGit({ directory: 'deploy' })],
    ['a certificate that is not verified', () => ofGit({}), () => ofGit({ auth: { insecureSkipVerify: true } })],
    ['a Secret', () => ofImage({}), () => ofImage({ pullSecret: 'pull' })],
    ['another image', () => ofImage({}), () => ofImage({ ref: 'registry.test/a:v2' })],
    ['a path', () => ofMaps(map('a')), () => ofMaps(map('a', { path: 'manifests' }))],
    ['another ConfigMap', () => ofMaps(map('a')), () => ofMaps(map('b'))],
    ['another order of ConfigMaps', () => ofMaps(map('a'), map('b')), () => ofMaps(map('b'), map('a'))],
    ['credentials', () => ofHttp({}), () => ofHttp({ auth: { secret: { name: 'a' } } })],
    ['another type', () => ofHttp({}), () => ofMaps(map('a'))],
    ['another class', () => ofMaps(map('a')), () => specOf({ type: 'configMaps', configMaps: [map('a')] }, 'core-rukpak-io-registry')],
  ])('%s is something else', async (_what, before, after) => {
    expect(await changed(before(), after())).toEqual({ code: 1, output: IMMUTABLE('NAME') });
  });
});

test('Example BundleDeployment object configured to work with the plain provisioner: installed, pivoted, and the same when it means the same', async () => {
  const [one, two] = [await pushed('one'), await pushed('two')];
  expect(await kubectl('apply -f -', myBundleDeployment(one))).toEqual({ code: 0, output: 'bundledeployment.core.rukpak.io/my-bundle-deployment created\n' });
  const first = await bench.says(deploymentRef('my-bundle-deployment'), 'Installed', 'True InstallationSucceeded');
  expect(saidOf(first, 'Installed')).toBe(`True InstallationSucceeded: Instantiated bundle ${statusOf(first).activeBundle} successfully`);
  expect((await bench.client.get(bench.ref('ConfigMap', 'my-bundle')))['data']).toEqual({ value: 'one' });
  const emptied = myBundleDeployment(one).replace(`ref: ${one}`, `ref: ${one}\n          pullSecret: ""`);
  expect((await kubectl('apply -f -', emptied)).output).toBe('bundledeployment.core.rukpak.io/my-bundle-deployment configured\n');
  // With the generation of the change.
  const same = await bench.says(deploymentRef('my-bundle-deployment'), 'Installed', 'True InstallationSucceeded');
  expect(statusOf(same).activeBundle).toBe(statusOf(first).activeBundle);
  expect(await kubectl('apply -f -', myBundleDeployment(two))).toMatchObject({ code: 0 });
  await bench.pivoted('my-bundle-deployment', statusOf(first).activeBundle);
  expect((await bench.client.get(bench.ref('ConfigMap', 'my-bundle')))['data']).toEqual({ value: 'two' });
  expect(await kubectl('delete bundledeployment my-bundle-deployment')).toMatchObject({ code: 0 });
  expect(await bench.client.exists(bench.ref('ConfigMap', 'my-bundle'))).toBe(false);
});
