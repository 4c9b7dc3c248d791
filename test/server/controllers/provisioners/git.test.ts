/** Bundles of git repositories on a real API server: branches, tags and commits, tags that move, and servers whose certificate nobody knows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePair } from '../../../../lib/controllers/cluster-api/requirement/certificates/make';
import { REGISTRY_START_MS } from '../../../registry';
import { type GitServer, startGitServer, TestRepository } from '../../../support/git-server';
import { bundleRef, deploymentRef, ProvisionersBench, saidOf, statusOf } from './bench';

const root = mkdtempSync(join(tmpdir(), 'provisioners-git-'));
const configMap = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: combo }\ndata: { value: "${value}" }\n`;
const repository = TestRepository.create(join(root, 'combo'));
const first = repository.commit({ 'manifests/all.yaml': configMap('1') });
repository.git('tag', 'v0.0.1');
repository.git('tag', '-a', 'v0.0.1-annotated', '-m', 'one');
const second = repository.commit({ 'manifests/all.yaml': configMap('2') });
repository.git('branch', 'release/0.0');
const third = repository.commit({ 'manifests/all.yaml': configMap('3') });

let bench: ProvisionersBench;
let git: GitServer;
let secure: GitServer;
beforeAll(async () => {
  const { certificate: cert, key } = makePair(['127.0.0.1'], { now: Date.now(), lifeMs: 60 * 60_000 });
  git = await startGitServer(root);
  secure = await startGitServer(root, undefined, { key, cert });
  bench = await ProvisionersBench.open();
  await bench.start();
}, REGISTRY_START_MS);
afterAll(async () => {
  await bench.close();
  await git.close();
  await secure.close();
  rmSync(root, { recursive: true });
});

const named = (name: string): string => `${bench.namespace}-${name}`;
const source = (ref: object, more: object = {}, server = git): object => ({ type: 'git', git: { repository: server.url('combo'), ref, ...more } });
const valueOf = async (): Promise<unknown> => (await bench.client.get(bench.ref('ConfigMap', 'combo')))['data'];
async function unpacked(name: string): Promise<unknown> {
  const { resolvedSource } = statusOf(await bench.says(bundleRef(named(name)), 'Unpacked', 'True UnpackSuccessful'));
  return resolvedSource?.git?.ref;
}

test.each([
  ['a branch', { branch: 'main' }, third], ['a branch with a stroke', { branch: 'release/0.0' }, second], ['a tag', { tag: 'v0.0.1' }, first],
  ['an annotated tag', { tag: 'v0.0.1-annotated' }, first], ['a commit', { commit: second }, second],
])('%s is unpacked as the commit that it is', async (what, ref, commit) => {
  const name = what.replaceAll(' ', '-');
  await bench.bundle(named(name), source(ref));
  expect(await unpacked(name)).toEqual({ commit });
  await bench.client.delete(bundleRef(named(name)));
});

test.each([
  ['branch', { branch: 'nowhere' }], ['tag', { tag: 'v9.9.9' }], ['commit', { commit: '0'.repeat(40) }],
])('a %s that is not there fails with its name', async (what, ref) => {
  await bench.bundle(named(`no-${what}`), source(ref));
  const failing = await bench.says(bundleRef(named(`no-${what}`)), 'Unpacked', 'False UnpackFailed');
  expect(saidOf(failing, 'Unpacked')).toContain(Object.values(ref)[0]);
  await bench.client.delete(bundleRef(named(`no-${what}`)));
});

test('a tag that is pushed again: what is unpacked and installed stays, also when it is put right; another Bundle gets the new commit', async () => {
  repository.git('tag', 'moving', first);
  const name = named('moving');
  await bench.deployment(name, source({ tag: 'moving' }));
  const { activeBundle = '' } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
  repository.git('tag', '-f', 'moving', second);
  await bench.bundle(named('moved'), source({ tag: 'moving' }));
  expect(await unpacked('moved')).toEqual({ commit: second });
  await bench.stop();
  rmSync(join(bench.folder, 'bundles'), { recursive: true });
  await bench.start();
  await bench.client.delete(bench.ref('ConfigMap', 'combo'));
  await bench.client.until(bench.ref('ConfigMap', 'combo'), (live) => live !== undefined);
  expect(await valueOf()).toEqual({ value: '1' });
  expect(statusOf(await bench.client.get(bundleRef(activeBundle))).resolvedSource?.git?.ref).toEqual({ commit: first });
  expect(statusOf(await bench.client.get(deploymentRef(name))).activeBundle).toBe(activeBundle);
  // To have what the tag is now is to ask for another Bundle.
  await bench.deployment(name, source({ commit: second }));
  await bench.pivoted(name, activeBundle);
  expect(await valueOf()).toEqual({ value: '2' });
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
  await bench.client.delete(bundleRef(named('moved')));
}, 60_000);

test('a server whose certificate nobody knows is asked only with insecureSkipVerify', async () => {
  await bench.bundle(named('verified'), source({ tag: 'v0.0.1' }, {}, secure));
  await bench.bundle(named('said-so'), source({ tag: 'v0.0.1' }, { auth: { insecureSkipVerify: false } }, secure));
  await bench.bundle(named('skipped'), source({ tag: 'v0.0.1' }, { auth: { insecureSkipVerify: true } }, secure));
  expect(await unpacked('skipped')).toEqual({ commit: first });
  for (const name of ['verified', 'said-so']) {
    expect(saidOf(await bench.says(bundleRef(named(name)), 'Unpacked', 'False UnpackFailed'), 'Unpacked')).toMatch(/certificate/);
  }
  for (const name of ['verified', 'said-so', 'skipped']) await bench.client.delete(bundleRef(named(name)));
});
