/** Bundles of typed packages, declared in an app. */
import { ApiObject, Testing, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { type ConfigOf, Package, PackageBundle, type PackageBundleProps, type Revision } from '../../../constructs';
import { bundleFilesOf, filesOfDocument, readBundle } from '../../../lib/formats';
import { synthesised } from '../synthesis';

const schema = {
  type: 'object',
  properties: { replicas: { type: 'integer', minimum: 1, default: 2 } },
  additionalProperties: false,
} as const;

class Shop extends Package<typeof schema> {
  readonly packageName = 'shop';
  override readonly displayName: string = 'Shop';
  override readonly channels = ['stable'];
  override readonly description = 'Sells things.\n\nWith shop.';
  readonly configSchema = schema;

  build(scope: Revision, { replicas }: ConfigOf<typeof schema>): void {
    const labels = { app: 'shop' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'shop', image: `registry.example/shop:${scope.version}` }] } };
    new ApiObject(scope, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas, selector: { matchLabels: labels }, template } });
    new ApiObject(scope, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { octal: '0o17', number: '0123', text: 'a: b\n# no comment\n' } });
  }
}

const bundle = (props: Partial<PackageBundleProps<typeof schema>> = {}): PackageBundle<typeof schema> =>
  new PackageBundle(Testing.app(), 'shop-bundle', { package: new Shop(), version: '1.0.0', ...props });

test('a bundle is synthesised as one document with the texts of its files', () => {
  expect(Testing.synth(bundle())).toMatchSnapshot();
});

const { FILE_PER_APP, FILE_PER_CHART, FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE } = YamlOutputType;

test.each([FILE_PER_APP, FILE_PER_CHART, FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE])(
  'what cdk8s writes (%s) is read back to the letter', (type) => {
    const [output, ...more] = synthesised(type, (app) => void new PackageBundle(app, 'shop-bundle', { package: new Shop(), version: '1.0.0' }));
    expect(more).toEqual([]);
    const { files } = filesOfDocument(output!.object as never, { source: output!.file });
    expect(files?.paths().map((path) => [path, files.read(path)?.toString('utf8')])).toEqual(Object.entries(bundle().files));
  },
);

test('what the package says about itself is in the bundle, and what the bundle says holds', () => {
  const read = (props: Partial<PackageBundleProps<typeof schema>>) => readBundle(bundleFilesOf('shop', Object.entries(bundle(props).files))).bundle;
  expect(read({})).toMatchObject({ channels: ['stable'], csv: { manifest: { spec: { displayName: 'Shop', description: 'Sells things.\n\nWith shop.' } } } });
  expect(read({ channels: ['fast'], displayName: 'Shop, fast', replaces: 'shop.v0.9.0' })).toMatchObject({ channels: ['fast'], csv: { replaces: 'shop.v0.9.0', manifest: { spec: { displayName: 'Shop, fast' } } } });
});

test('objects are called as those of a revision, whatever the bundle is called', () => {
  const names = (props: Partial<PackageBundleProps<typeof schema>>): string[] => Object.keys(bundle({ format: 'plain+v0', ...props }).files);
  const app = Testing.app();
  const revision = new Shop().revision(app, 'shop', { version: '1.0.0', namespace: 'shop-system' });
  const settings = revision.compiled.compiled?.resolved.phases.flatMap(({ objects }) => objects).find(({ object }) => object.kind === 'ConfigMap')?.object.metadata.name;
  expect(names({})).toContain(`manifests/${settings}_v1_configmap.yaml`);
  expect(names({ extension: 'other' }).join()).toMatch(/manifests\/other-settings-\w+_v1_configmap\.yaml/);
});

test('the configuration is built in', () => {
  const { files } = bundle({ format: 'plain+v0', config: { replicas: 5 } });
  expect(Object.entries(files).find(([path]) => path.endsWith('deployment.yaml'))?.[1]).toContain('replicas: 5');
  expect(JSON.parse(files['metadata/config-schema.json'] ?? '')).toMatchObject({ properties: { replicas: { const: 5, default: 5 } } });
});

test.each([
  ['a configuration that does not fit', { config: { replicas: 0 } }, "invalid value for field 'replicas' must be >= 1 but got 0"],
  ['a version that is none', { version: 'one' }, 'not a semantic version'],
  ['an install mode alone that cannot be configured', { installModes: ['MultiNamespace'] as const }, 'must support at least one of the install modes'],
])('%s is reported by the validation, and nothing is written', (_, props, message) => {
  expect(() => Testing.synth(bundle(props))).toThrow(message);
  expect(() => bundle(props).files).toThrow(expect.objectContaining({ code: 'export-invalid', category: 'input' }) as Error);
});

test('what has no place is reported with the construct that declares it', () => {
  class WithNamespace extends Shop {
    override build(scope: Revision, config: ConfigOf<typeof schema>): void {
      super.build(scope, config);
      new ApiObject(new Construct(scope, 'around'), 'place', { apiVersion: 'v1', kind: 'Namespace' });
    }
  }
  const refused = bundle({ package: new WithNamespace() });
  expect(() => Testing.synth(refused)).toThrow(/shop\/around\/place: .*a registry\+v1 bundle cannot hold a Namespace/);
  expect(bundle({ package: new WithNamespace(), format: 'plain+v0' }).findings).toEqual([]);
});

test('validations of constructs in the package count', () => {
  class Invalid extends Shop {
    override build(scope: Revision): void {
      new Construct(scope, 'picky').node.addValidation({ validate: () => ['does not like this'] });
    }
  }
  expect(() => Testing.synth(bundle({ package: new Invalid() }))).toThrow('shop/picky: does not like this');
});

test('building twice gives the same bytes', () => {
  expect(JSON.stringify(Testing.synth(bundle()))).toBe(JSON.stringify(Testing.synth(bundle())));
});
