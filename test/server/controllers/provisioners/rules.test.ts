/** What the server refuses of Bundles and BundleDeployments by their definitions, and in which words. */
import type { KubeObject } from '../../../../lib/api';
import { REGISTRY_START_MS } from '../../../registry';
import { PLAIN, ProvisionersBench } from './bench';

let bench: ProvisionersBench;
beforeAll(async () => { bench = await ProvisionersBench.open(); }, REGISTRY_START_MS);
afterAll(() => bench.close());

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const git = (more: object): object => ({ type: 'git', git: { repository: 'https://git.example/a.git', ref: { tag: 'v1' }, ...more } });
const image = { type: 'image', image: { ref: 'registry.example/a:v1' } };

async function answer(kind: 'Bundle' | 'BundleDeployment', name: string, spec: object): Promise<string> {
  const object = { apiVersion: 'core.rukpak.io/v1alpha1', kind, metadata: { name }, spec } as unknown as KubeObject;
  const result = await bench.client.cluster.create(object, { dryRun: true });
  if (result.type === 'refused') return result.status.message ?? '';
  return result.type;
}
const ofSource = (source: object, className = PLAIN): Promise<string> => answer('Bundle', 'a', { provisionerClassName: className, source });
const ofDeployment = (more: object, name = 'a'): Promise<string> => (
  answer('BundleDeployment', name, { provisionerClassName: PLAIN, template: { spec: { provisionerClassName: PLAIN, source: image } }, ...more }));

test.each(['image', 'git', 'configMaps', 'http', 'directory'])('a source of type %s without it is refused in the words of RukPak', async (type) => {
  expect(await ofSource({ type })).toContain(`bundle.spec.source.${type} must be set for source type "${type}"`);
  const template = { spec: { provisionerClassName: PLAIN, source: { type } } };
  expect(await ofDeployment({ template })).toContain(`bundle.spec.source.${type} must be set for source type "${type}"`);
});

test.each<[string, object]>([
  ['an image', image], ['an image with an empty name of a Secret', { type: 'image', image: { ref: 'registry.example/a', pullSecret: '' } }],
  ['a tag', git({})], ['a branch', git({ ref: { branch: 'release/1.0' } })], ['a commit', git({ ref: { commit: COMMIT } })],
  ['a folder that is empty', git({ directory: '' })], ['a folder', git({ directory: 'deploy/web' })],
  ['ConfigMaps', { type: 'configMaps', configMaps: [{ configMap: { name: 'a' }, path: 'manifests' }] }],
  ['a URL', { type: 'http', http: { url: 'https://example.com/a.tgz', auth: { secret: { name: 'a' } } } }],
])('%s is taken', async (_what, source) => {
  expect(await ofSource(source)).toBe('object');
});

test.each<[string, object, string]>([
  ['a source of another type beside it', { ...image, http: { url: 'https://example.com/a.tgz' } }, 'bundle.spec.source.http is only for source type "http"'],
  ['upload, which is not there', { type: 'upload' }, 'spec.source.type: Unsupported value: "upload"'],
  ['no reference of git', git({ ref: {} }), 'exactly one of branch, tag and commit must be set'],
  ['two references of git', git({ ref: { branch: 'main', tag: 'v1' } }), 'exactly one of branch, tag and commit must be set'],
  ['a part of a commit', git({ ref: { commit: COMMIT.slice(0, 7) } }), 'commit must be a whole commit'],
  ['a branch that is an option of git', git({ ref: { branch: '--upload-pack=x' } }), 'must be the name of a git reference'],
  ['a folder that leads out', git({ directory: 'a/../../b' }), 'directory must be within the repository'],
  ['a folder of the machine', git({ directory: '/etc' }), 'directory must be within the repository'],
  ['no ConfigMap', { type: 'configMaps', configMaps: [] }, 'spec.source.configMaps'],
  ['a URL that is none of a server', { type: 'http', http: { url: 'file:///etc/passwd' } }, 'url must begin with https:// and a host, without credentials'],
  ['a certificate of a URL that is not verified', { type: 'http', http: { url: 'https://example.com/a.tgz', auth: { insecureSkipVerify: true } } }, 'insecureSkipVerify is not there for source type "http"'],
  ['a repository that is not encrypted', git({ repository: 'http://git.example/a.git' }), 'repository must begin with https:// and a host'],
  ['a folder of a ConfigMap that leads out', { type: 'configMaps', configMaps: [{ configMap: { name: 'a' }, path: '../a' }] }, 'path must be within the bundle'],
])('%s is refused', async (_what, source, message) => {
  expect(await ofSource(source)).toContain(message);
});

test('names and classes', async () => {
  const spec = { provisionerClassName: PLAIN, source: image };
  expect(await answer('Bundle', 'a'.repeat(52), spec)).toBe('object');
  expect(await answer('Bundle', 'a'.repeat(53), spec)).toContain('the name of a bundle has at most 52 characters');
  expect(await ofDeployment({}, 'a'.repeat(45))).toBe('object');
  expect(await ofDeployment({}, 'a'.repeat(46))).toContain('the name of a bundle deployment has at most 45 characters');
  expect(await ofSource(image, 'Not-A-Class')).toContain('spec.provisionerClassName');
  expect(await ofDeployment({ installNamespace: 'Not A Name' })).toContain('installNamespace must be a valid DNS1123 label');
});

test('where a deployment installs never changes', async () => {
  const ref = { apiVersion: 'core.rukpak.io/v1alpha1', kind: 'BundleDeployment', name: `${bench.namespace}-placed` };
  await bench.deployment(ref.name, image, {}, 'example-com-other', PLAIN);
  const patched = async (op: 'replace' | 'remove'): Promise<unknown> => bench.client.cluster.patch(ref, [
    op === 'remove' ? { op, path: '/spec/installNamespace' } : { op, path: '/spec/installNamespace', value: 'elsewhere' },
  ], 'kubectl');
  expect(await patched('replace')).toMatchObject({ type: 'refused', status: { message: expect.stringContaining('installNamespace is immutable') as string } });
  expect(await patched('remove')).toMatchObject({ type: 'refused', status: { message: expect.stringContaining('installNamespace is neither set nor cleared later') as string } });
  await bench.client.delete(ref);
});
