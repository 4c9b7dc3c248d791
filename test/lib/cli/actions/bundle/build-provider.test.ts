/** `boxcutter bundle build --format capi`: a folder and an image for the Cluster API operator. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profilesOf } from '../../../../../lib/capi';
import { bundleBuild } from '../../../../../lib/cli/actions/bundle/build';
import type { BundleBuildArgs } from '../../../../../lib/cli/commands/bundle/build';
import { bundleFilesFromDirectory } from '../../../../../lib/formats';
import { bundleDocument } from '../../../../../lib/formats/export';

let work: string;
let said: string;
let notes: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'boxcutter-build-test-'));
  [said, notes] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said += String(text))));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((notes += String(text))));
  for (const [name, text] of Object.entries({ a: CONFIG_MAP('a'), b: `${CONFIG_MAP('b')}---\n${SECRET}` })) writeFileSync(at(`${name}.yaml`), text);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(work, { recursive: true, force: true });
});

const at = (...parts: string[]): string => join(work, ...parts);
const CONFIG_MAP = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: capa-system\n`;
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n';
const about = { format: 'capi', package: 'cluster-api-provider-aws', packageVersion: 'v2.10.0', providerType: 'infrastructure', platform: 'AWS' } as const;

async function build(args: Partial<BundleBuildArgs>): Promise<Readonly<Record<string, unknown>>> {
  said = '';
  expect(await bundleBuild({ output: 'json', ...args })).toBe(0);
  return JSON.parse(said) as Readonly<Record<string, unknown>>;
}

test('of the files of a release: a folder, replaced by the next build, and an image of it with the same digest', async () => {
  const document = await build({ ...about, provider: [at('a.yaml'), at('b.yaml')], outputDirectory: at('out') });
  expect(document).toMatchObject({
    schema: 'boxcutter.bundle-build/v1', name: 'cluster-api-provider-aws v2.10.0', packageName: 'cluster-api-provider-aws', version: 'v2.10.0', format: 'capi',
    files: [{ path: 'capi-manifests/manifests' }, { path: 'capi-manifests/metadata.json' }], directory: at('out'),
  });
  expect(notes).toMatch(/1 object left out \(Secret s\)/);
  expect(profilesOf(bundleFilesFromDirectory(at('out')))).toMatchObject([{ content: { platform: 'AWS', manifests: `${CONFIG_MAP('a')}---\n${CONFIG_MAP('b')}` } }]);
  const again = await build({ path: at('out'), archive: at('out.tar') });
  expect([again['format'], again['digest']]).toEqual(['capi', document['digest']]);
  await build({ ...about, provider: [at('a.yaml')], profile: 'default', namespace: 'there', outputDirectory: at('out') });
  expect(readFileSync(at('out', 'capi-operator-manifests', 'default', 'metadata.yaml'), 'utf8')).toMatch(/^name: cluster-api-provider-aws\ninstallOrder: 20\nocpPlatform: AWS\n/);
  expect(bundleFilesFromDirectory(at('out')).paths()).toHaveLength(2);
});

test('of what an app declares', async () => {
  const metadata = JSON.stringify({ providerName: 'shop', providerType: 'core' });
  const files = { 'capi-manifests/metadata.json': metadata, 'capi-manifests/manifests': CONFIG_MAP('a') };
  writeFileSync(at('dist.yaml'), JSON.stringify(bundleDocument('shop', { format: 'capi', packageName: 'shop', version: '1.0.0', files })));
  expect(await build({ path: at('dist.yaml'), outputDirectory: at('out') })).toMatchObject({ format: 'capi', packageName: 'shop' });
  expect(readFileSync(at('out', 'capi-manifests', 'metadata.json'), 'utf8')).toBe(metadata);
});

test('a folder with something else in it stays as it is', async () => {
  mkdirSync(at('out', 'capi-manifests'), { recursive: true });
  writeFileSync(at('out', 'Dockerfile'), 'FROM scratch\n');
  await expect(build({ ...about, provider: [at('a.yaml')], outputDirectory: at('out') })).rejects.toMatchObject({ code: 'bundle-directory-taken' });
});

test.each<[what: string, args: () => Partial<BundleBuildArgs>, code: string, message: RegExp]>([
  ['a release without its name', () => ({ format: 'capi', provider: [at('a.yaml')], packageVersion: 'v1' }), 'usage-build', /missing: --package, --provider-type\./],
  ['another format', () => ({ ...about, format: 'plain+v0', provider: [at('a.yaml')] }), 'usage-build', /--format capi alone/],
  ['a path beside it', () => ({ ...about, path: at('a.yaml'), provider: [at('a.yaml')] }), 'usage-build', /--format capi alone/],
  ['an option of bundles', () => ({ ...about, provider: [at('a.yaml')], channels: 'stable' }), 'usage-option', /no use for --channels/],
  ['an option of releases without one', () => ({ path: at('a.yaml'), platform: 'AWS' }), 'usage-option', /--platform says something of a provider's release/],
  ['plain objects', () => ({ format: 'capi', path: at('a.yaml'), package: 'a', packageVersion: '1.0.0' }), 'usage-build', /declares no provider/],
  ['a file that is not there', () => ({ ...about, provider: [at('c.yaml')] }), 'manifests-unreadable', /c\.yaml cannot be read/],
])('%s is refused', async (_what, args, code, message) => {
  await expect(build({ outputDirectory: at('out'), ...args() })).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
});
