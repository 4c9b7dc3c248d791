/** From a package+v1 bundle and a configuration to what a revision is compiled from. */
import type { JsonObject } from '../../../../lib/api';
import { bundleFilesOf, formatsWording, readBundle, renderBundle, tryRendering } from '../../../../lib/formats';
import { findingOf } from '../../../../lib/issue';
import { compile } from '../../../../lib/revision';

const annotations = 'annotations:\n'
  + '  operators.operatorframework.io.bundle.mediatype.v1: package+v1\n'
  + '  operators.operatorframework.io.bundle.package.v1: shop\n'
  + '  operatorframework.io/suggested-namespace: shops\n';
const properties = 'properties:\n- type: olm.package\n  value: { packageName: shop, version: 1.2.0 }\n';
const schema = {
  type: 'object',
  properties: { replicas: { type: 'integer', default: 2, maximum: 5 }, password: { type: 'string' } },
  additionalProperties: false,
};

function filesOf(script: string, more: Readonly<Record<string, string>> = {}) {
  return bundleFilesOf('the bundle', Object.entries({
    'metadata/annotations.yaml': annotations,
    'metadata/properties.yaml': properties,
    'metadata/config-schema.json': JSON.stringify(schema),
    'package/render.js': script,
    ...more,
  }).sort(([a], [b]) => (a < b ? -1 : 1)).filter(([, text]) => text !== ''));
}

function read(script: string, more: Readonly<Record<string, string>> = {}) {
  const { bundle, issues } = readBundle(filesOf(script, more));
  return { bundle, said: issues.map((issue) => findingOf(issue, formatsWording).message) };
}

function render(script: string, config: JsonObject = {}) {
  const { bundle } = read(script);
  if (bundle === undefined) throw new Error('no bundle');
  const { issues, ...result } = renderBundle(bundle, { installNamespace: 'shops', config, certificates: 'none', releaseName: 'corner-shop' });
  return { ...result, said: issues.map((issue) => findingOf(issue, formatsWording)).map(({ message, path }) => (path ? `${path}: ${message}` : message)) };
}

/** A script that gives this, whatever it is given. */
function giving(output: unknown): string {
  return `globalThis.render = () => ${JSON.stringify(JSON.stringify(output))}`;
}

const echo = `globalThis.render = (text) => JSON.stringify({ contract: 1, revision: { objects: [
  { origin: 'shop/given', manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'given' }, data: { text } } },
] } });`;

const namespaced = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'b' } };

test('the package is given the configuration with its defaults, and where it goes', () => {
  const { objects, said } = render(echo, { password: 's3cret-word' });
  expect(said).toEqual([]);
  expect(JSON.parse((objects[0]?.manifest as { data: { text: string } }).data.text)).toEqual({
    contract: 1, extension: 'corner-shop', namespace: 'shops', version: '1.2.0', config: { password: 's3cret-word', replicas: 2 },
  });
});

test('a configuration that does not fit is refused before the package runs', () => {
  expect(render('render = () => { throw new Error("it ran") }', { replicas: 9 }).said).toEqual([
    "invalid bundle configuration: invalid value for field 'replicas' must be <= 5 but got 9",
  ]);
});

test('phases, order, probes and policies come with the objects', () => {
  const probes = [{ selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } }, assertions: [{ type: 'KindDefault' }] }];
  const { objects, phases = [], arrangement, said } = render(giving({
    contract: 1,
    revision: {
      objects: [
        { origin: 'shop/a', manifest: namespaced, phase: 'first', collisionProtection: 'None' },
        { origin: 'shop/b', manifest: { ...namespaced, metadata: { name: 'b' } } },
      ],
      phases: [{ name: 'first', origin: 'shop/first', before: ['deploy'] }],
      order: [{ first: 'shop/a', then: 'shop/b' }],
      probes, progressDeadlineMinutes: 15, collisionProtection: 'IfNoController',
    },
  }));
  expect(said).toEqual([]);
  const { compiled, issues } = compile({ extension: 'shop', namespace: 'shops', objects, phases, ...arrangement });
  expect(issues).toEqual([]);
  expect(compiled?.manifest.spec).toMatchObject({ collisionProtection: 'IfNoController', progressionProbes: probes, progressDeadlineMinutes: 15 });
  expect(compiled?.resolved.phases.map(({ name, objects: [first] }) => [name, first?.object.metadata.name, first?.collisionProtection]))
    .toEqual([['first', 'a', 'None'], expect.arrayContaining(['b', 'IfNoController'])]);
});

test.each([
  ['no JSON', 'render = () => "{"', ['the package gave no revision: the text that it gave is not JSON']],
  ['another contract', giving({ contract: 2, things: [] }), [
    'the package gave no revision: it follows contract 2, which this version of boxcutter does not know',
  ]],
  ['nothing', giving({ contract: 1 }), ['the package gave no revision: it gave neither a revision nor a reason for not giving one']],
  ['a revision and problems', giving({ contract: 1, revision: { objects: [] }, problems: [{ message: 'x' }] }), [
    'the package gave no revision: it gave both a revision and reasons for not giving one',
  ]],
  ['a list', giving([]), ['the package gave no revision: must be an object, and is a list']],
  ['objects that are none', giving({ contract: 1, revision: { objects: [{ origin: 'a', manifest: 'text' }] } }), [
    'revision.objects[0].manifest: the package gave no revision: must be an object, and is a string ("text")',
  ]],
  ['unknown fields', giving({ contract: 1, revision: { objects: [], extension: 'another' } }), [
    'revision.extension: the package gave no revision: unknown field "extension"',
  ]],
  ['a key of JavaScript', 'render = () => \'{"contract":1,"revision":{"objects":[{"origin":"a","manifest":{"__proto__":{}}}]}}\'', [
    'the package gave no revision: what it gave has a key "__proto__"',
  ]],
  ['deep nesting', 'render = () => "[".repeat(200) + "]".repeat(200)', ['the package gave no revision: what it gave is nested too deep']],
  ['a list without end', 'render = () => \'{"contract":1,"revision":{"objects":[\' + "{},".repeat(500000) + "{}]}}"', [
    'the package gave no revision: its list of objects has more than 10000 entries',
  ]],
  ['too many phases', giving({ contract: 1, revision: { objects: [], phases: Array.from({ length: 101 }, () => ({ name: 'a', origin: 'a' })) } }), [
    'the package gave no revision: its list of phases has more than 100 entries',
  ]],
  ['no text', 'render = () => 1', ['the package gave no revision: its function gave something that is not text']],
])('a package that gives %s is one error', (_what, script, said) => {
  expect(render(script)).toMatchObject({ objects: [], said });
});

test('an object that claims another extension becomes one of this', () => {
  const labels = { 'olm.operatorframework.io/owner-name': 'another', 'olm.operatorframework.io/owner-kind': 'ClusterExtension' };
  const { objects } = render(giving({
    contract: 1, revision: { objects: [{ origin: 'a', manifest: { ...namespaced, metadata: { name: 'a', labels } } }] },
  }));
  const { compiled } = compile({ extension: 'corner-shop', namespace: 'shops', objects });
  expect(compiled?.resolved.phases[0]?.objects[0]?.object.metadata.labels).toMatchObject({
    'olm.operatorframework.io/owner-name': 'corner-shop',
  });
});

test.each([
  ['throws', 'render = (text) => { throw new Error("bad " + text) }'],
  ['says', 'render = (text) => JSON.stringify({ contract: 1, problems: [{ message: "bad " + text, hint: text }] })'],
])('what a package %s is shown without secret values', (_what, script) => {
  const { said } = render(script, { password: 's3cret-word', replicas: 4 });
  expect(said.join()).toMatch(/bad .*"replicas":4/);
  expect(said.join()).toContain('(a value, not shown)');
  expect(said.join()).not.toContain('s3cret');
});

test('what a package says is short, and a secret at the end of it is not shown in half', () => {
  const long = 'render = (text) => { throw new Error("x".repeat(1990) + JSON.parse(text).config.password) }';
  const [said = ''] = render(long, { password: 's3cret-word' }).said;
  expect(said).toContain('x(a value');
  expect(said.length).toBeLessThan(2200);
  const [problem = ''] = render('render = () => JSON.stringify({ contract: 1, problems: [{ message: "m".repeat(5e6) }] })').said;
  expect(problem.length).toBeLessThan(2200);
});

test('a key of megabytes is shown in part', () => {
  const [said = ''] = render('render = () => JSON.stringify({ contract: 1, revision: { objects: [], labels: { ["k".repeat(5e6)]: 1 } } })').said;
  expect(said).toContain('more characters');
  expect(said.length).toBeLessThan(10_000);
});

test.each([
  ['without a script', { 'package/render.js': '' }, 'the script of the package is missing'],
  ['without annotations of its own', { 'metadata/annotations.yaml': 'annotations: {}\n' }, 'the annotations do not name the package'],
  ['of a format that is not known', { 'metadata/annotations.yaml': annotations.replace('package+v1', 'package+v2') },
    'the annotations name the format "package+v2", but there is the script of a package+v1'],
  ['without a version', { 'metadata/properties.yaml': '' }, 'no property of type olm.package says which version it is'],
])('a bundle %s is refused', (_what, files, message) => {
  const { bundle, said } = read(echo, files);
  expect(bundle).toBeUndefined();
  expect(said).toContain(message);
});

test('validating a bundle runs it', () => {
  const files = filesOf('render = () => { throw new Error("no") }');
  const { bundle } = readBundle(files);
  expect(bundle && tryRendering(bundle, files).issues.map(({ code }) => code)).toEqual(['package-failed']);
});
