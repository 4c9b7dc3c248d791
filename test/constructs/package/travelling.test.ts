/** What a package declares as data: compiled, it is the revision that the app of the package makes. */
import { ApiObject, Testing } from 'cdk8s';
import { z } from 'zod';
import { type ConfigOf, Package, type PackageRevisionProps, Phase, Probe, Revision } from '../../../constructs';
import { declare } from '../../../constructs/package/travelling/declare';
import { renderOf } from '../../../constructs/package/travelling/sandboxed';
import { propsOf, traitsOf } from '../../../constructs/package/travelling/traits';
import type { JsonObject } from '../../../lib/api';
import { bundleFilesOf } from '../../../lib/formats';
import { readOutput } from '../../../lib/formats/package-v1/read-output';
import { compile } from '../../../lib/revision';

const schema = z.strictObject({ level: z.string().default('info'), replicas: z.int().default(1) })
  .refine(({ level, replicas }) => level !== 'debug' || replicas === 1, { message: 'debug is for one replica', path: ['replicas'] });

class Shop extends Package<typeof schema> {
  readonly packageName = 'shop';
  readonly configSchema = schema;

  build(scope: Revision, { level, replicas }: ConfigOf<typeof schema>): void {
    const settings = new ApiObject(scope, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { level, version: scope.version } });
    const job = new ApiObject(scope, 'migrate', {
      apiVersion: 'batch/v1', kind: 'Job',
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image: 'registry.example/shop:1' }] } } },
    });
    const labels = { app: 'shop' };
    const web = new ApiObject(scope, 'web', {
      apiVersion: 'apps/v1', kind: 'Deployment',
      spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'b' }] } } },
    });
    new ApiObject(scope, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', rules: [] });
    new Phase(scope, 'after', { after: ['deploy'], probes: [Probe.condition('Complete')] }).add(job);
    scope.protect(settings, 'IfNoController');
    scope.order(settings, web);
    scope.probe(web, Probe.cel('self.status.readyReplicas >= 1', 'not ready'));
  }
}

const props = { version: '1.0.0', namespace: 'shops' } satisfies PackageRevisionProps<typeof schema>;

function declared(config: JsonObject, more: Partial<PackageRevisionProps<typeof schema>> = {}): string {
  return declare(new Shop(), { contract: 1, extension: 'corner', namespace: 'shops', version: '1.0.0', config }, traitsOf({ ...props, ...more }));
}

test.each([
  ['by itself', {}],
  ['with what the app says of the revision', {
    collisionProtection: 'None', progressDeadlineMinutes: 20, labels: { team: 'a' }, kubernetesVersion: '1.35',
    probes: [{ target: { group: 'batch', kind: 'Job' }, probes: [Probe.kindDefault().terminal()] }],
  } as const],
])('%s it compiles to the same revision', (_what, more) => {
  const config = { level: 'warn', replicas: 3 };
  const { objects, phases = [], arrangement, issues } = readOutput(declared(config, more), (text) => text);
  expect(issues).toEqual([]);
  const kubernetesVersion = 'kubernetesVersion' in more ? { kubernetesVersion: more.kubernetesVersion } : {};
  const { compiled } = compile({
    extension: 'corner', namespace: 'shops', packageName: 'shop', version: '1.0.0', objects, phases, ...arrangement, ...kubernetesVersion,
  });
  const own = new Shop().revision(Testing.app(), 'corner', { ...props, ...more, config }).compiled.compiled;
  expect(own?.resolved.phases.length).toBeGreaterThan(1);
  expect(compiled?.resolved).toEqual(own?.resolved);
  expect(compiled?.manifest).toEqual(own?.manifest);
});

test('what the library of the schema checks is said by the package', () => {
  expect(JSON.parse(declared({ level: 'debug', replicas: 2 }))).toEqual({
    contract: 1,
    problems: [expect.objectContaining({ message: expect.stringContaining("invalid value for field 'replicas': debug is for one replica") })],
  });
});

test('a value that JSON does not have is an error, and not another value', () => {
  class Odd extends Shop {
    override build(scope: Revision): void {
      new ApiObject(scope, 'odd', { apiVersion: 'v1', kind: 'ConfigMap', data: { number: Number.NaN } });
    }
  }
  const input = { contract: 1, extension: 'a', namespace: 'b', version: '1.0.0', config: { level: 'a', replicas: 1 } } as const;
  expect(() => declare(new Odd(), input, traitsOf(props))).toThrow('number: NaN cannot be written as JSON');
});

test('what the app says of the revision goes through JSON and back', () => {
  const target = { matchLabels: { app: 'shop' } };
  const traits = traitsOf({ ...props, labels: { a: 'b' }, probes: [{ target, probes: [Probe.fieldValue('status.phase', 'Done').terminal()] }] });
  expect(traits.props).toEqual({ labels: { a: 'b' } });
  const [probe] = propsOf(traits).probes ?? [];
  expect(probe?.target).toEqual(target);
  expect(probe?.probes.map((one) => one.toAssertion())).toEqual([
    { type: 'FieldValue', fieldValue: { fieldPath: 'status.phase', value: 'Done' }, terminal: true },
  ]);
});

describe('the module of the author', () => {
  const input = JSON.stringify({ contract: 1, extension: 'corner', namespace: 'shops', version: '1.0.0', config: { level: 'a', replicas: 1 } });
  const known = { packageName: 'shop', className: 'Shop', traits: traitsOf(props) };
  const expected = declared({ level: 'a', replicas: 1 });

  test.each([
    ['exports the class', { schema, Shop }],
    ['exports it under another name', { default: Shop }],
    ['exports an instance', { shop: new Shop() }],
  ])('%s', (_what, exports) => {
    expect(renderOf(exports, known)(input)).toBe(expected);
  });

  test('exports something else', () => {
    expect(() => renderOf({ schema }, known)(input)).toThrow('the module exports no package "shop"; export its class Shop');
  });
});

describe('taken into the revision of an app', () => {
  const files = (output: string) => bundleFilesOf('shop', [
    ['metadata/annotations.yaml', 'annotations: { operators.operatorframework.io.bundle.package.v1: shop }\n'],
    ['metadata/properties.yaml', 'properties: [{ type: olm.package, value: { packageName: shop, version: 1.0.0 } }]\n'],
    ['package/render.js', `render = () => ${JSON.stringify(output)}`],
  ]);
  const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: {} };

  test('its objects become constructs', () => {
    const output = JSON.stringify({ contract: 1, revision: { objects: [{ manifest, origin: 'a' }], probes: [] } });
    const revision = Revision.fromBundle(Testing.app(), 'shop', { bundle: files(output), namespace: 'shops' });
    expect(revision.findings).toEqual([]);
    expect(revision.bundle.get('ConfigMap', 'a').name).toBe('a');
  });

  test('what it says beside them is not lost without a word', () => {
    const revision = Revision.fromBundle(Testing.app(), 'shop', { bundle: files(declared({ level: 'a', replicas: 1 })), namespace: 'shops' });
    expect(revision.findings.map(({ code, message }) => [code, message])).toEqual([['package-with-wishes',
      'shop.v1.0.0 defines its own revision (probes, order, collisionProtection), which would be lost in this one']]);
  });
});
