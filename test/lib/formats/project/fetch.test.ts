/** `boxcutter bundle fetch`, without the network: what comes into the cache and into the lock file of a project. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchBundles, type FetchOptions, lockedBundle, readLock } from '../../../../lib/formats/project';
import { isBoxcutterError } from '../../../../lib/errors';
import { bundleOf, digestOf, filesOf, MemoryRegistry, newProject, type Project } from './project';

const WEB = 'registry.example/team/web:v1';
const PINNED = `registry.example/team/web@${digestOf('a')}`;
const OTHER = 'registry.example/team/other:v1';

let project: Project;
let registry: MemoryRegistry;
beforeEach(() => {
  project = newProject();
  registry = new MemoryRegistry();
  registry.push(WEB, digestOf('a'), bundleOf('1.2.3'));
});
afterEach(() => project.remove());

const fetch = (references: readonly string[] = [], options: Partial<FetchOptions> = {}) =>
  fetchBundles({ root: project.root, references, source: registry, ...options });
const cached = () => readdirSync(join(project.root, '.boxcutter', 'bundles'));
const lockText = () => readFileSync(join(project.root, 'boxcutter.lock'), 'utf8');
const moveTag = () => registry.push(WEB, digestOf('b'), bundleOf('1.3.0'));

async function codeOf(action: Promise<unknown>): Promise<string> {
  const thrown: unknown = await action.then(() => undefined, (error: unknown) => error);
  return isBoxcutterError(thrown) ? thrown.code : String(thrown);
}

test('a reference that is new is fetched and pinned, and its files can be had from anywhere in the project', async () => {
  const { bundles, changed } = await fetch([`oci://${WEB}`]);
  expect(changed).toBe(true);
  expect(bundles).toEqual([{ reference: WEB, action: 'pinned', digest: digestOf('a'), entry: readLock(project.root).bundles[WEB] }]);
  const files = lockedBundle(WEB, { from: project.below });
  expect(files.reference).toBe(`registry.example/team/web@${digestOf('a')}`);
  expect(files.paths()).toEqual(bundleOf('1.2.3').paths());
  expect(files.read('manifests/sites.yaml')).toEqual(bundleOf('1.2.3').read('manifests/sites.yaml'));
  expect(lockText()).toBe(`# The bundles of this project, pinned by "boxcutter bundle fetch". Commit this file; let that command change it.
version: 1
bundles:
  registry.example/team/web:v1:
    digest: ${digestOf('a')}
    format: registry+v1
    package: web
    version: 1.2.3
    content: ${bundles[0]?.entry?.content}
`);
  expect(readFileSync(join(project.root, '.boxcutter', '.gitignore'), 'utf8')).toBe('*\n');
});

test('a second fetch asks for nothing and writes nothing', async () => {
  await fetch([WEB]);
  const before = lockText();
  registry.asked.length = 0;
  expect((await fetch([WEB])).bundles).toMatchObject([{ action: 'current' }]);
  expect((await fetch()).changed).toBe(false);
  expect(registry.asked).toEqual([]);
  expect(lockText()).toBe(before);
});

test('the lock file is sorted, whatever the order of fetching', async () => {
  registry.push(OTHER, digestOf('c'), bundleOf('2.0.0'));
  await fetch([WEB]);
  await fetch([OTHER]);
  expect(Object.keys(readLock(project.root).bundles)).toEqual([OTHER, WEB]);
});

test('on a fresh clone what is pinned is fetched, although the tag has moved since', async () => {
  await fetch([WEB]);
  const before = lockText();
  moveTag();
  rmSync(join(project.root, '.boxcutter'), { recursive: true });
  registry.asked.length = 0;
  expect((await fetch()).bundles).toMatchObject([{ action: 'fetched', because: 'missing', digest: digestOf('a') }]);
  expect(registry.asked).toEqual([`open ${WEB}`]);
  expect(lockText()).toBe(before);
});

test('an update resolves tags anew, and reports what they stood for before', async () => {
  await fetch([WEB]);
  moveTag();
  expect((await fetch([], { update: true })).bundles).toMatchObject([
    {
      reference: WEB,
      action: 'moved',
      digest: digestOf('b'),
      entry: { version: '1.3.0' },
      previous: { digest: digestOf('a'), version: '1.2.3' },
    },
  ]);
  expect(lockedBundle(WEB, { from: project.root }).reference).toContain(digestOf('b'));
  expect((await fetch([], { update: true })).changed).toBe(false);
});

test('a check without update asks no registry and writes nothing', async () => {
  await fetch([WEB]);
  moveTag();
  registry.asked.length = 0;
  expect((await fetch([], { check: true })).changed).toBe(false);
  rmSync(join(project.root, '.boxcutter'), { recursive: true });
  expect((await fetch([], { check: true })).bundles).toMatchObject([{ action: 'fetched', because: 'missing' }]);
  expect(readdirSync(project.root)).not.toContain('.boxcutter');
  expect(registry.asked).toEqual([]);
});

test('a check with update reports which tags have moved, and pins nothing', async () => {
  await fetch([WEB]);
  const before = lockText();
  moveTag();
  expect((await fetch([], { check: true, update: true })).bundles).toMatchObject([{ action: 'moved', digest: digestOf('b') }]);
  expect(lockText()).toBe(before);
  expect(cached()).toHaveLength(1);
});

test('what was changed in the cache is an error of synth, and mended by a fetch', async () => {
  await fetch([WEB]);
  const [folder = ''] = cached();
  writeFileSync(join(project.root, '.boxcutter', 'bundles', folder, 'manifests', 'more.yaml'), 'kind: Secret\n');
  expect(() => lockedBundle(WEB, { from: project.root })).toThrow(expect.objectContaining({
    code: 'bundle-changed',
    hint: 'Run: boxcutter bundle fetch',
  }));
  expect((await fetch()).bundles).toMatchObject([{ action: 'fetched', because: 'changed' }]);
  expect(lockedBundle(WEB, { from: project.root }).paths()).toEqual(bundleOf('1.2.3').paths());
  expect(cached()).toEqual([folder]);
});

test('what is not pinned, and what is pinned but not there, names the command that helps', async () => {
  expect(() => lockedBundle(WEB, { from: project.root })).toThrow(expect.objectContaining({
    code: 'bundle-not-locked',
    hint: `Run: boxcutter bundle fetch ${WEB}`,
  }));
  await fetch([WEB]);
  rmSync(join(project.root, '.boxcutter'), { recursive: true });
  expect(() => lockedBundle(WEB, { from: project.root })).toThrow(expect.objectContaining({
    code: 'bundle-not-fetched',
    hint: 'Run: boxcutter bundle fetch',
  }));
});

test('an image that gives other files than were pinned is refused', async () => {
  await fetch([WEB]);
  rmSync(join(project.root, '.boxcutter'), { recursive: true });
  registry.push(WEB, digestOf('a'), bundleOf('6.6.6'));
  expect(await codeOf(fetch())).toBe('bundle-content-mismatch');
});

test('an image that is no usable bundle is not pinned, with its mistakes in the message', async () => {
  registry.push(WEB, digestOf('d'), filesOf({ 'README.md': 'hello' }));
  await expect(fetch([WEB])).rejects.toMatchObject({
    code: 'bundle-unusable',
    message: expect.stringContaining('this is not a bundle') as string,
  });
  expect(readLock(project.root).bundles).toEqual({});
});

test('when one of several fails, nothing is pinned, and the next fetch goes on', async () => {
  expect(await codeOf(fetch([WEB, OTHER]))).toBe('image-not-found');
  expect(readLock(project.root).bundles).toEqual({});
  registry.push(OTHER, digestOf('c'), bundleOf('2.0.0'));
  expect((await fetch([WEB, OTHER])).bundles.map(({ action }) => action)).toEqual(['pinned', 'pinned']);
});

test('nothing to fetch is a mistake that says what to do', async () => {
  expect(await codeOf(fetch())).toBe('nothing-locked');
});

test.each([
  ['a conflict of a merge', '<<<<<<< HEAD\nversion: 1\n'],
  ['a text that is none', 'hello\n'],
  ['a version of the future', 'version: 2\nbundles: {}\n'],
  [
    'a digest that is a path',
    `version: 1\nbundles:\n  ${WEB}:\n    digest: ${digestOf('a')}\n    format: helm\n    package: web\n    content: ../../../etc\n`,
  ],
  [
    'a digest that is another than that of the name',
    `version: 1\nbundles:\n  ${PINNED}:\n    digest: ${digestOf('b')}\n    format: helm\n    package: web\n    content: ${digestOf('a')}\n`,
  ],
  [
    'an unknown format',
    `version: 1\nbundles:\n  ${WEB}:\n    digest: ${digestOf('a')}\n    format: rpm\n    package: web\n    content: ${digestOf('a')}\n`,
  ],
])('%s in the lock file is a clear error, and the file stays', async (_, text) => {
  writeFileSync(join(project.root, 'boxcutter.lock'), text);
  expect(await codeOf(fetch([WEB]))).toBe('lock-file-invalid');
  expect(() => lockedBundle(WEB, { from: project.root })).toThrow(expect.objectContaining({ code: 'lock-file-invalid' }));
  expect(lockText()).toBe(text);
});

test('the nearest folder with a lock file or a cdk8s.yaml is the project', async () => {
  await fetch([WEB]);
  mkdirSync(join(project.below, 'inner'));
  writeFileSync(join(project.below, 'inner', 'boxcutter.lock'), 'version: 1\nbundles: {}\n');
  expect(() => lockedBundle(WEB, { from: join(project.below, 'inner') })).toThrow(expect.objectContaining({ code: 'bundle-not-locked' }));
});
