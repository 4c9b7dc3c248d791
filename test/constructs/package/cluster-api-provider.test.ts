/** Providers for the Cluster API operator, declared in an app. */
import { ApiObject, Testing } from 'cdk8s';
import { ClusterApiProvider, type ClusterApiProviderProps, type ConfigOf, Package, type Revision } from '../../../constructs';
import type { JsonObject } from '../../../lib/api';
import { profilesOf, renderComponent } from '../../../lib/capi';
import { bundleFilesOf, filesOfDocument } from '../../../lib/formats';

const schema = { type: 'object', properties: { replicas: { type: 'integer', minimum: 1, default: 2 } }, additionalProperties: false } as const;

class Provider extends Package<typeof schema> {
  readonly packageName = 'cluster-api-provider-shop';
  readonly configSchema = schema;

  build(scope: Revision, { replicas }: ConfigOf<typeof schema>): void {
    const labels = { app: 'shop' };
    const args = ['--tls-min-version=${TLS_MIN_VERSION}', '--greeting=${HELLO}'];
    const template = { metadata: { labels }, spec: { containers: [{ name: 'manager', image: `registry.example/shop:${scope.version}`, args }] } };
    new ApiObject(scope, 'manager', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas, selector: { matchLabels: labels }, template } });
  }
}

const provider = (props: Partial<ClusterApiProviderProps<typeof schema>> = {}): ClusterApiProvider<typeof schema> => (
  new ClusterApiProvider(Testing.app(), 'shop-capi', { package: new Provider(), version: '1.0.0', ...props })
);
const read = (props: Partial<ClusterApiProviderProps<typeof schema>> = {}) => (
  profilesOf(bundleFilesOf('image', Object.entries(provider(props).files)))[0]!
);

test('is one document with the files of the layout of the design, which the reader of the operator takes', () => {
  const [document] = Testing.synth(provider({ platform: 'AWS' })) as unknown as readonly [JsonObject];
  expect(document).toMatchObject({ kind: 'BundleFiles', metadata: { name: 'shop-capi' }, spec: { format: 'capi', packageName: 'cluster-api-provider-shop', version: '1.0.0' } });
  const { files } = filesOfDocument(document, { source: 'dist' });
  expect(files?.paths()).toEqual(['capi-manifests/manifests', 'capi-manifests/metadata.json']);
  expect(profilesOf(files!)).toMatchObject([{
    content: { name: 'cluster-api-provider-shop', type: 'infrastructure', version: 'v1.0.0', platform: 'AWS', installOrder: 20 },
  }]);
});

test('or those of a profile; the image in which it is takes the place of the one that is named', () => {
  const image = 'registry.example/shop:1.0.0';
  const { profile, content } = read({ profile: 'default', installOrder: 12, type: 'core', image });
  expect([profile, content.installOrder, content.placeholder]).toEqual(['default', 12, { text: image, times: 'all' }]);
});

test('objects are in the namespace of providers, with the configuration that was given; variables are those that are named', () => {
  const { content } = read({ config: { replicas: 3 }, variables: ['TLS_MIN_VERSION'] });
  const [deployment] = renderComponent({ profile: content, source: { image: 'a' }, image: undefined }, [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS13' }]).objects;
  expect(deployment).toMatchObject({
    kind: 'Deployment', metadata: { namespace: 'openshift-cluster-api' },
    spec: { replicas: 3, template: { spec: { containers: [{ args: ['--tls-min-version=VersionTLS13', '--greeting=${HELLO}'] }] } } },
  });
});

class WithSecret extends Provider {
  override build(scope: Revision, config: ConfigOf<typeof schema>): void {
    super.build(scope, config);
    new ApiObject(scope, 'token', { apiVersion: 'v1', kind: 'Secret', stringData: { token: 'x' } });
  }
}

test.each<[what: string, props: Partial<ClusterApiProviderProps<typeof schema>>, message: RegExp, code: string]>([
  ['a configuration that does not fit', { config: { replicas: 0 } }, /replicas/, 'export-invalid'],
  ['a Secret with content', { package: new WithSecret() }, /Secret .*token.*: everybody who can pull the image can read it/, 'export-invalid'],
  ['an image that does not stand in its objects', { image: 'registry.example/other' }, /does not stand in its manifests/, 'capi-provider'],
])('%s is reported by the validation, and nothing is written', (_what, props, message, code) => {
  expect(() => Testing.synth(provider(props))).toThrow(message);
  expect(() => provider(props).files).toThrow(expect.objectContaining({ code, category: 'input' }) as Error);
});
