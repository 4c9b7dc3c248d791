/** A project whose operator comes from a registry: fetched, pinned, synthesised without the registry, updated, checked in CI. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFilesOf } from '../../../../lib/formats';
import { buildImage, pushImage } from '../../../../lib/image';
import { demandBasic, Front, REGISTRY_START_MS, startRegistry, type RunningRegistry } from '../../../registry';
import { CSV_FILE, files, serviceVersion } from '../../../lib/formats/sample';
import { boxcutter, buildCommand, TestCluster, type Finished, root } from '../command';
import { document } from '../documents';

let registry: RunningRegistry;
let home: string;
let project: string;
let reference: string;

beforeAll(async () => {
  buildCommand();
  registry = await startRegistry();
}, REGISTRY_START_MS);
afterAll(() => registry.close());
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-fetch-'));
  project = join(home, 'project');
  mkdirSync(project);
  reference = `${registry.host}/team/web:v1`;
  writeFileSync(join(home, 'registries.yaml'), `registries:\n  "${registry.host}":\n    plainHttp: true\n`);
  writeFileSync(join(project, 'cdk8s.yaml'), 'language: javascript\napp: node main.js\n');
  writeFileSync(join(project, 'main.js'), `
    const { App } = require(${JSON.stringify(join(root, 'node_modules', 'cdk8s'))});
    const { Revision } = require(${JSON.stringify(root)});
    const app = new App();
    Revision.fromBundle(app, 'web', { bundle: ${JSON.stringify(`oci://${reference}`)}, namespace: 'web-system' });
    app.synth();
  `);
  await push('1.2.3');
});
afterEach(() => rmSync(home, { recursive: true }));

/** Under the same tag, whatever was there before. Gives the digest. */
async function push(version: string): Promise<string> {
  const csv = serviceVersion({ version }, { name: `web.v${version}` });
  const image = buildImage(bundleFilesOf('web', Object.entries(files({ [CSV_FILE]: JSON.stringify(csv) }))
    .map(([path, text]) => [path, text ?? ''] as const)));
  await pushImage(image, reference, access());
  return image.digest;
}

const access = () => ({ plainHttp: true, env: { HOME: home } });

/** Nothing of the machine that runs the tests: no credentials, no cache. */
const run = (...words: readonly string[]): Promise<Finished> =>
  boxcutter(words, {
    cwd: project,
    env: { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: join(home, 'cache'), BOXCUTTER_REGISTRIES: join(home, 'registries.yaml') },
  });
const lock = () => readFileSync(join(project, 'boxcutter.lock'), 'utf8');
const forget = () => ['project/.boxcutter', 'cache'].forEach((folder) => rmSync(join(home, folder), { recursive: true, force: true }));

test('from a reference to a manifest that names the image by its digest', async () => {
  expect(await run('synth')).toMatchObject({ code: 2, stderr: expect.stringContaining(`boxcutter bundle fetch ${reference}`) });
  const digest = await push('1.2.3');
  const fetched = document(await run('bundle', 'fetch', reference, '-o', 'json'));
  const bundle = { reference, action: 'pinned', digest, format: 'registry+v1', packageName: 'web', version: '1.2.3' };
  expect(fetched).toMatchObject({ changed: true, check: false, bundles: [bundle] });
  expect(lock()).toContain(digest);
  expect(await run('synth')).toMatchObject({ code: 0 });
  expect(readFileSync(join(project, 'dist', 'web.k8s.yaml'), 'utf8')).toContain(`bundle-reference: ${registry.host}/team/web@${digest}`);
});

test('a fresh clone gets what is pinned although the tag has moved, and an update tells the difference', async () => {
  expect(await run('bundle', 'fetch', reference)).toMatchObject({ code: 0, stdout: expect.stringContaining('commit it') });
  const pinned = lock();
  const moved = await push('1.3.0');
  forget();
  expect(await run('synth')).toMatchObject({ code: 2, stderr: expect.stringContaining('boxcutter bundle fetch') });
  expect(document(await run('bundle', 'fetch', '-o', 'json'))).toMatchObject({ bundles: [{
    action: 'fetched',
    because: 'missing',
    version: '1.2.3',
  }] });
  expect(lock()).toBe(pinned);
  expect(await run('synth')).toMatchObject({ code: 0 });

  expect(await run('bundle', 'fetch', '--check')).toMatchObject({ code: 0, stdout: expect.stringContaining('up to date') });
  expect(await run('bundle', 'fetch', '--check', '--update')).toMatchObject({ code: 10, stdout: expect.stringContaining('has moved') });
  expect(lock()).toBe(pinned);
  const updated = { code: 0, stdout: expect.stringMatching(/1\.2\.3 → 1\.3\.0 .* moved/) };
  expect(await run('bundle', 'fetch', '--update')).toMatchObject(updated);
  expect(lock()).toContain(moved);
});

test('several at a time in one project: all end well, and the lock file has all of it', async () => {
  const second = `${registry.host}/team/other:v1`;
  const other = bundleFilesOf('other', [['manifests/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n']]);
  await pushImage(buildImage(other), second, access());
  const results = await Promise.all([
    run('bundle', 'fetch', reference),
    run('bundle', 'fetch', second),
    run('bundle', 'fetch', reference, second),
  ]);
  expect(results.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0]);
  expect(document(await run('bundle', 'fetch', '--check', '-o', 'json'))).toMatchObject({
    changed: false,
    bundles: [{ reference: second }, { reference }],
  });
});

test('what cannot be fetched is said in a sentence, and nothing is pinned', async () => {
  const missing = await run('bundle', 'fetch', `${registry.host}/team/none:v1`);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('team/none:v1') });
  expect(await run('bundle', 'fetch', './main.js')).toMatchObject({ code: 2, stderr: expect.stringContaining('need not be fetched') });
  expect(await run('bundle', 'fetch')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('boxcutter bundle fetch registry.example'),
  });
  expect(() => lock()).toThrow('ENOENT');
});

describe('an apply of an image that cannot be had is one message, and writes nothing', () => {
  let cluster: TestCluster;
  let front: Front;
  beforeAll(async () => {
    cluster = await TestCluster.begin();
  });
  afterAll(() => cluster.end());
  beforeEach(async () => {
    front = demandBasic(await Front.start(registry.host), 'ann', 'p4ss:w0rd-secret');
    const plain = [registry, front].map(({ host }) => `  "${host}":\n    plainHttp: true\n`);
    writeFileSync(join(home, 'registries.yaml'), `registries:\n${plain.join('')}`);
  });
  afterEach(() => front.close());

  test.each<[string, () => string, number, RegExp]>([
    ['it does not exist', () => `${registry.host}/team/none:v1`, 2, /has no image .*team\/none:v1/],
    [
      'the registry wants credentials, and there are none',
      () => `${front.host}/team/web:v1`,
      1,
      /needs credentials to .*, and there are none for it/,
    ],
  ])('%s', async (_, image, code, message) => {
    const applied = await run('apply', `oci://${image()}`, '-n', cluster.namespace);
    expect(applied).toBeOneMessage();
    expect(applied).toMatchObject({ code, stderr: expect.stringMatching(message) });
    expect(await cluster.contents()).toEqual([]);
  });
});
