/** Bundles go to a real registry and come back: through the library, through the command, and through helm. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleFilesFromArchive, bundleFilesFromDirectory, bundleFilesOf } from '../../../lib/formats';
import { buildImage, openBundle, pushImage, type RegistryOptions } from '../../../lib/image';
import { BUILD_TIMEOUT, helmProgram } from '../../lib/formats/helm/helm';
import { failure } from '../../lib/image/errors';
import { digestOf } from '../../lib/image/make-image';
import { tar } from '../../lib/image/make-tar';
import { REGISTRY_START_MS, startRegistry, type RunningRegistry } from '../../registry';
import { boxcutter, buildCommand, type Finished } from '../cli/command';
import { document } from '../cli/documents';

let registry: RunningRegistry;
let home: string;

beforeAll(async () => {
  buildCommand();
  registry = await startRegistry();
  home = mkdtempSync(join(tmpdir(), 'boxcutter-roundtrip-'));
  writeFileSync(join(home, 'registries.yaml'), `registries:\n  "${registry.host}":\n    plainHttp: true\n`);
  write('shop', shop);
  write('chart', chart);
}, REGISTRY_START_MS);
afterAll(async () => {
  await registry.close();
  rmSync(home, { recursive: true });
});

const shop = {
  'manifests/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n',
  'metadata/annotations.yaml': 'annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: plain+v0\n  operators.operatorframework.io.bundle.package.v1: shop\n',
};
const chart = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.0\ndescription: A shop\n',
  'values.yaml': 'replicas: 1\n',
  'templates/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  replicas: "{{ .Values.replicas }}"\n',
};

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, folder, path)), { recursive: true });
    writeFileSync(join(home, folder, path), text);
  }
}

/** Nothing of the machine that runs the tests: no credentials, no cache. */
const options = (): RegistryOptions => ({ plainHttp: true, env: { HOME: home, PATH: process.env['PATH'] } });
const run = (...words: readonly string[]): Promise<Finished> =>
  boxcutter(words, { cwd: home, env: { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, BOXCUTTER_REGISTRIES: join(home, 'registries.yaml') } });
const digest = (): string => buildImage(bundleFilesFromDirectory(join(home, 'shop'))).digest;

describe('the library', () => {
  test('what is pushed is opened by tag and by digest', async () => {
    const name = `${registry.host}/team/library:v1`;
    await pushImage(buildImage(bundleFilesFromDirectory(join(home, 'shop'))), name, options());
    for (const text of [name, `oci://${name}`, `${registry.host}/team/library@${digest()}`]) {
      const { files, image } = await openBundle(text, { registry: options() });
      expect(image).toEqual({ reference: text.replace('oci://', ''), digest: digest() });
      expect(files.paths()).toEqual(Object.keys(shop));
      expect(files.read('manifests/settings.yaml')?.toString()).toBe(shop['manifests/settings.yaml']);
    }
  });

  test('layers with names that leave the folder come from a registry as they come from a file: refused', async () => {
    const built = buildImage(bundleFilesOf('x', [['manifests/a.yaml', 'b']]));
    const [config, layer] = built.blobs;
    if (config === undefined || layer === undefined) throw new Error('no layer was built');
    const bytes = tar({ path: '/etc/passwd', content: 'x' });
    const descriptor = { ...layer.descriptor, digest: digestOf(bytes), size: bytes.length };
    const document = { ...(JSON.parse(built.manifest.bytes.toString()) as object), layers: [descriptor] };
    const manifest = Buffer.from(JSON.stringify(document));
    const hostile = {
      digest: digestOf(manifest),
      manifest: { descriptor: { ...built.manifest.descriptor, digest: digestOf(manifest), size: manifest.length }, bytes: manifest },
      blobs: [config, { descriptor, bytes }],
    };
    const name = `${registry.host}/team/hostile:v1`;
    await pushImage(hostile, name, options());
    expect((await failure(async () => openBundle(name, { registry: options() }))).code).toBe('archive-unsafe');
  });
});

describe('the command', () => {
  test('pushes a folder as the image that follows from its files, and says what was there already', async () => {
    const name = `${registry.host}/team/command:v1`;
    // A registry keeps a blob once, whatever repository it is in.
    write('first', { ...shop, 'manifests/other.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\n' });
    const { digest: built } = buildImage(bundleFilesFromDirectory(join(home, 'first')));
    const first = await run('bundle', 'push', 'first', name);
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: `Pushing to ${name}\n` });
    expect(first.stdout).toMatch(new RegExp(`^Pushed ${name}@${built}\n2 blobs uploaded \\(.* KiB\\)\n$`));
    const again = document(await run('bundle', 'push', 'first', name, '-o', 'json'));
    expect(again).toMatchObject({ reference: `${name}@${built}`, digest: built, built: true, manifest: 'present', blobs: { uploaded: 0, present: 2 }, bytesUploaded: 0 });
    expect((await run('bundle', 'push', 'first', name)).stdout).toBe(`Pushed ${name}@${built}\nThe registry had it already.\n`);
    expect((await run('bundle', 'push', 'first', `${name}.1`)).stdout).toContain('\n2 there already\n');
  });

  test('pulls the files, the layout and the archive; what was pulled is pushed elsewhere with the same digest', async () => {
    const name = `${registry.host}/team/pulled:v1`;
    await run('bundle', 'push', 'shop', name);
    const files = await run('bundle', 'pull', name);
    expect({ code: files.code, stderr: files.stderr }).toEqual({ code: 0, stderr: `Reading ${name}\n` });
    expect(files.stdout).toMatch(new RegExp(`^Pulled ${name}\nDigest ${digest()}\nWrote 2 files \\(.* B\\) to pulled\n$`));
    for (const [path, text] of Object.entries(shop)) expect(readFileSync(join(home, 'pulled', path), 'utf8')).toBe(text);
    const image = document(await run('bundle', 'pull', name, '--archive', 'shop.tar', '--layout', 'layout', '-o', 'json'));
    expect(image).toEqual({ schema: 'boxcutter.bundle-pull/v1', reference: name, digest: digest(), layout: 'layout', archive: 'shop.tar' });
    for (const place of ['shop.tar', 'layout:v1', name]) {
      const pushed = document(await run('bundle', 'push', place, `${registry.host}/other/${place.replace(/\W.*/, '')}:v2`, '-o', 'json'));
      expect(pushed).toMatchObject({ digest: digest(), built: false });
    }
    expect(document(await run('bundle', 'pull', 'shop.tar', '--output-directory', 'unpacked', '-o', 'json'))).toMatchObject({ directory: 'unpacked', files: [{ path: 'manifests/settings.yaml' }, { path: 'metadata/annotations.yaml' }] });
  });

  test('a tag that named another image: its digest is told', async () => {
    const name = `${registry.host}/team/moved:v1`;
    await run('bundle', 'push', 'shop', name);
    expect(document(await run('bundle', 'push', 'chart', name, '-o', 'json'))).toMatchObject({ replaced: digest() });
  });

  test.each<readonly [string, readonly string[], number, string]>([
    ['an image that is not there', ['bundle', 'pull', 'REGISTRY/team/nothing:v1'], 2, 'has no image'],
    ['no registry in the name', ['bundle', 'push', 'shop', 'team/shop'], 2, 'names no registry'],
    ['a bundle with mistakes', ['bundle', 'push', 'registries.yaml', 'REGISTRY/team/x:v1'], 2, 'is not a bundle: it is a text file'],
    ['an image of what is none', ['bundle', 'pull', 'shop', '--archive', 'x.tar'], 2, 'is not an image'],
    ['a registry that is not there', ['bundle', 'pull', '127.0.0.1:1/team/shop:v1'], 1, 'cannot be reached'],
  ])('%s: one clear error, and nothing is written', async (_what, words, code, text) => {
    const result = await run(...words.map((word) => word.replace('REGISTRY', registry.host)));
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
    expect(result.stderr).toContain(text);
  });
});

describe('helm', () => {
  const helm = (...words: readonly string[]): string =>
    execFileSync(helmProgram(), words, { encoding: 'utf8', cwd: home, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'], HOME: home, HELM_REGISTRY_CONFIG: join(home, 'none.json') } });

  test('pulls and renders the chart that was pushed here', async () => {
    const { digest: pushed } = document(await run('bundle', 'push', 'chart', `${registry.host}/charts/web:1.2.0`, '-o', 'json'));
    helm('pull', `oci://${registry.host}/charts/web`, '--version', '1.2.0', '--plain-http');
    const files = bundleFilesFromArchive(join(home, 'web-1.2.0.tgz'));
    expect(Object.fromEntries(files.paths().map((path) => [path, files.read(path)?.toString()]))).toEqual(chart);
    expect(helm('template', 'demo', `oci://${registry.host}/charts/web`, '--version', '1.2.0', '--plain-http')).toContain('name: demo');
    expect(pushed).toBe(buildImage(bundleFilesFromDirectory(join(home, 'chart'))).digest);
  }, BUILD_TIMEOUT);

  test('what helm packs and pushes is opened here', async () => {
    helm('package', 'chart', '--version', '1.3.0');
    helm('push', 'web-1.3.0.tgz', `oci://${registry.host}/helm`, '--plain-http');
    const { files } = await openBundle(`${registry.host}/helm/web:1.3.0`, { registry: options() });
    expect(files.paths()).toEqual(Object.keys(chart).sort());
    expect(files.read('Chart.yaml')?.toString()).toContain('version: 1.3.0');
    expect((await openBundle(join(home, 'web-1.3.0.tgz'))).files.paths()).toEqual(files.paths());
  }, BUILD_TIMEOUT);
});
