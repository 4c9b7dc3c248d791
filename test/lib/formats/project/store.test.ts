/** The folders of the project's cache: whatever happens, what is given out is what was stored. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { contentDigestOf, isImageReference, lockName, pinnedReference, readStored, repositoryName, storeBundle } from '../../../../lib/formats/project';
import { bundleOf, filesOf, newProject, type Project } from './project';

let project: Project;
beforeEach(() => {
  project = newProject();
});
afterEach(() => project.remove());

const folder = (digest: string) => join(project.root, '.boxcutter', 'bundles', digest.replace(':', '-'));
const stateOf = (digest: string) => readStored(project.root, digest, 'web').state;

test('the digest depends on paths and bytes alone', () => {
  const one = filesOf({ 'b/x': '1', 'a': '2' }, 'here');
  expect(contentDigestOf(filesOf({ 'a': '2', 'b/x': '1' }, 'there'))).toBe(contentDigestOf(one));
  // Pinned lock files stay valid only as long as this value does.
  expect(contentDigestOf(one)).toBe('sha256:17f2f6432368b40677ead60729a433baca2eae3f70ea30f7b07ac4ffb7925473');
  for (const other of [{ 'b/x': '1', 'a': '3' }, { 'b/x': '1' }, { 'b/x': '1', 'a': '2', 'c': '' }, { 'bx': '1', 'a': '2' }]) {
    expect(contentDigestOf(filesOf(other))).not.toBe(contentDigestOf(one));
  }
});

test('what is stored comes back, hidden files and strange names included', () => {
  const files = filesOf({ 'manifests/.hidden/x.yaml': 'a', 'docs/ü "quoted" \n.txt': 'b', 'empty': '' });
  const digest = storeBundle(project.root, files);
  const stored = readStored(project.root, digest, 'web');
  if (stored.state !== 'stored') throw new Error(stored.state);
  expect(stored.files.paths()).toEqual(files.paths());
  for (const path of files.paths()) expect(stored.files.read(path)).toEqual(files.read(path));
});

test.each<[string, (where: string) => void]>([
  ['a file more', (where) => writeFileSync(join(where, 'more'), '')],
  ['a byte more', (where) => writeFileSync(join(where, 'manifests', 'sites.yaml'), ' ', { flag: 'a' })],
  ['a file less', (where) => rmSync(join(where, 'manifests', 'sites.yaml'))],
  ['a link, even to the same content', (where) => {
    const file = join(where, 'manifests', 'sites.yaml');
    writeFileSync(join(project.root, 'copy'), bundleOf('1.2.3').read('manifests/sites.yaml') ?? '');
    rmSync(file);
    symlinkSync(join(project.root, 'copy'), file);
  }],
  ['a file instead of the folder', (where) => {
    rmSync(where, { recursive: true });
    writeFileSync(where, '');
  }],
])('%s is noticed, and storing again mends it', (_, spoil) => {
  const digest = storeBundle(project.root, bundleOf('1.2.3'));
  spoil(folder(digest));
  expect(stateOf(digest)).toBe('changed');
  storeBundle(project.root, bundleOf('1.2.3'));
  expect(stateOf(digest)).toBe('stored');
  expect(readdirSync(join(project.root, '.boxcutter', 'bundles'))).toHaveLength(1);
});

test('an interrupted storing leaves nothing that counts as stored', () => {
  const digest = contentDigestOf(bundleOf('1.2.3'));
  mkdirSync(`${folder(digest)}.draft`, { recursive: true });
  expect(stateOf(digest)).toBe('missing');
});

test('what killed processes were storing is removed after an hour; what is stored, or being stored, stays', () => {
  const [old, young, stored] = [
    `${folder(`sha256:${'a'.repeat(64)}`)}.AbCd12`,
    `${folder(`sha256:${'b'.repeat(64)}`)}.AbCd12`,
    folder(storeBundle(project.root, bundleOf('1.0.0'))),
  ];
  for (const path of [old, young]) mkdirSync(path);
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const path of [old, stored]) utimesSync(path, long, long);
  const fresh = folder(storeBundle(project.root, bundleOf('1.2.3')));
  expect(readdirSync(join(project.root, '.boxcutter', 'bundles')).sort())
    .toEqual([young, stored, fresh].map((path) => basename(path)).sort());
});

test('paths that leave the folder, and names that the disk takes for one, are refused', () => {
  const hostile = { origin: 'x', paths: () => ['../../outside'], read: () => Buffer.from('x') };
  expect(() => storeBundle(project.root, hostile)).toThrow(expect.objectContaining({ code: 'bundle-not-stored' }));
  const colliding = { origin: 'x', paths: () => ['a', 'a/b'], read: () => Buffer.from('x') };
  expect(() => storeBundle(project.root, colliding)).toThrow(expect.objectContaining({ code: 'bundle-not-stored' }));
  expect(readdirSync(project.root).sort()).toEqual(['.boxcutter', 'cdk8s.yaml', 'packages']);
});

test('processes that store the same at the same time all end well, with one complete folder', async () => {
  const processes = Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    join(__dirname, 'storing-process.ts'),
    project.root,
  ]));
  const digests = (await Promise.all(processes)).map(({ stdout }) => stdout);
  expect(new Set(digests).size).toBe(1);
  expect(stateOf(digests[0] ?? '')).toBe('stored');
  expect(readdirSync(join(project.root, '.boxcutter', 'bundles'))).toHaveLength(1);
});

test('references: with and without oci://, a tag is no port', () => {
  expect(lockName('oci://quay.io/a/b:v1')).toBe('quay.io/a/b:v1');
  const names = ['oci://quay.io/a/b:v1', 'host:5000/shop', 'quay.io/a/b:v1@sha256:0123', 'shop'].map(repositoryName);
  expect(names).toEqual(['b', 'shop', 'b', 'shop']);
  expect(pinnedReference('localhost:5000/a/b:v1', 'sha256:1')).toBe('localhost:5000/a/b@sha256:1');
  expect(pinnedReference('quay.io/a/b:v1@sha256:0', 'sha256:1')).toBe('quay.io/a/b@sha256:1');
  expect(['quay.io/a/b', 'oci://x/y', 'localhost/a', 'host:5000/a:v1'].map(isImageReference)).toEqual([true, true, true, true]);
  expect([
    './bundle',
    '../a/b',
    '/abs/x',
    'bundles/web',
    'chart.tgz',
    'a',
  ].map(isImageReference)).toEqual([false, false, false, false, false, false]);
});
