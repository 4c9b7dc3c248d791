/** A bundle as one document, revisions as what an export starts from, and the proof that nothing of the machine gets in. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type JsonObject, type ProgressionProbe, PROPERTY_ROLLOUT, type ResolvedRevision } from '../../../../lib/api';
import { filesOfDocument } from '../../../../lib/bundle';
import { bundleFilesOf, readBundle, renderBundle } from '../../../../lib/formats';
import { bundleDocument, isBundleDocument, lostInBundle, objectsOfRevision, rolloutProperties } from '../../../../lib/formats/export';
import { compile } from '../../../../lib/compile';
import type { RevisionSource } from '../../../../lib/revision';
import { account, clusterRole, clusterRoleBinding, deployment, exported, NAMESPACE, settings } from './package';

const files = { 'manifests/a.yaml': 'kind: A\n', 'metadata/annotations.yaml': 'annotations: {}\n' };

test('a document holds the files, and gives them back', () => {
  const document = bundleDocument('shop', { format: 'plain+v0', packageName: 'shop', version: '1.0.0', files }) as unknown as JsonObject;
  expect(isBundleDocument(document)).toBe(true);
  expect(isBundleDocument({ ...document, apiVersion: 'other/v1' })).toBe(false);
  const { files: back } = filesOfDocument(document, { source: 'dist/shop.k8s.yaml', line: 1 });
  expect(back?.paths().map((path) => [path, back.read(path)?.toString()])).toEqual(Object.entries(files));
});

test.each([
  ['without files', {}],
  ['with a file that is no text', { files: { 'manifests/a.yaml': 1 } }],
  ['with a path that leaves the bundle', { files: { '../a.yaml': 'text' } }],
])('a document %s is a mistake with its place', (_, spec) => {
  const { files: none, findings } = filesOfDocument({ apiVersion: 'olm.operatorframework.io/v1', kind: 'BundleFiles', spec } as JsonObject, { source: 'a.yaml', line: 1 });
  expect(none).toBeUndefined();
  expect(findings).toEqual([expect.objectContaining({ code: 'bundle-document', origin: 'a.yaml:1', path: 'spec.files' })]);
});

function revision(more: Partial<RevisionSource> = {}) {
  const { compiled } = compile({ extension: 'shop', namespace: NAMESPACE, objects: [settings(), deployment()].map((manifest, index) => ({ manifest, origin: { source: `o${index}` } })), ...more });
  if (compiled === undefined) throw new Error('not compiled');
  return compiled.resolved;
}

test('the labels of an extension are not part of its package', () => {
  expect(JSON.stringify(revision())).toContain('olm.operatorframework.io/owner-name');
  expect(JSON.stringify(objectsOfRevision(revision(), () => ({ source: 'here' })))).not.toContain('olm.operatorframework.io');
});

const available: ProgressionProbe = {
  selector: { type: 'Object', object: { group: 'apps', kind: 'Deployment', namespace: NAMESPACE, name: 'shop' } },
  assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } }],
};

describe('what the author says beside the objects', () => {
  const cases: readonly (readonly [string, Partial<RevisionSource>])[] = [
    ['nothing', {}],
    ['probes', { probes: [available] }],
    ['collision protection', { collisionProtection: 'None' }],
    ['replacement policy', { replacementPolicy: 'Recreate' }],
    ['an order against kinds', { order: [{ first: { source: 'o1' }, then: { source: 'o0' } }] }],
  ];
  const formats = ['plain+v0', 'registry+v1'] as const;
  test.each(cases.flatMap(([what, more]) => formats.map((format) => [what, format, more] as const)))('survives the way through a bundle: %s, %s', (what, format, more) => {
    const before = revision(more);
    const properties = rolloutProperties(before, NAMESPACE);
    expect(properties.length).toBe(what === 'nothing' ? 0 : 1);
    expect(lostInBundle(before, 'shop')).toEqual([]);
    const { files } = exported([settings(), deployment()], { format, metadata: { properties } });
    const { bundle } = readBundle(bundleFilesOf('shop', Object.entries(files ?? {})));
    if (bundle === undefined) throw new Error('no bundle');
    const { objects, phases, arrangement } = renderBundle(bundle, { installNamespace: NAMESPACE, certificates: 'none' });
    const { compiled } = compile({ extension: 'shop', namespace: NAMESPACE, objects, ...arrangement, ...(phases === undefined ? {} : { phases }) });
    const shape = ({ phases: all, probes }: ResolvedRevision): unknown => [
      all.map((phase) => [phase.name, phase.objects.map(({ object, collisionProtection, replacementPolicy }) => (
        [object.kind, object.metadata.name, collisionProtection, replacementPolicy]
      ))]).filter(([, own]) => (own as unknown[]).length > 0),
      probes,
    ];
    const own = compiled && { ...compiled.resolved, phases: compiled.resolved.phases.map((phase) => ({ ...phase, objects: phase.objects.filter(({ object }) => ['ConfigMap', 'Deployment'].includes(object.kind)) })) };
    expect(own && shape(own)).toEqual(shape(before));
  });

  test('a probe of one object looks at it where the bundle is installed', () => {
    const { files } = exported([settings(), deployment()], { format: 'registry+v1', metadata: { properties: rolloutProperties(revision({ probes: [available] }), NAMESPACE) } });
    const { bundle } = readBundle(bundleFilesOf('shop', Object.entries(files ?? {})));
    const { arrangement } = bundle === undefined ? {} as never : renderBundle(bundle, { installNamespace: 'elsewhere', certificates: 'none' });
    expect(arrangement?.probes).toMatchObject([{ selector: { object: { namespace: 'elsewhere', name: 'shop' } } }]);
  });

  test.each([1, { phases: {} }, { phases: [{ name: 'a', objects: [{ id: 'x', collisionProtection: 'Never' }] }] }, { probes: [1] }])('what cannot be read is one error: %j', (value) => {
    const { files } = exported([settings(), deployment()], { format: 'plain+v0', metadata: { properties: [{ type: PROPERTY_ROLLOUT, value }] } });
    expect(files).toBeUndefined();
  });
});

test('two objects of one name in different phases are not told apart, and that is said', () => {
  const [one, other] = [settings(), { ...settings(), metadata: { name: 'shop', namespace: 'other' } }];
  const before = revision({
    objects: [{ manifest: one, origin: { source: 'o0' } }, { manifest: other, origin: { source: 'o1' }, phase: 'later' }], phases: [{ name: 'later', origin: { source: 'p' } }],
  });
  const named = before.phases.flatMap(({ objects }) => objects.map(({ object }) => object.metadata.name));
  expect(lostInBundle(before, 'shop').map(({ code, severity }) => [code, severity])).toEqual(named[0] === named[1] ? [['export-phases', 'warning']] : []);
});

test('another folder, language and time zone, another process: the same bytes', () => {
  const objects = [account(), clusterRole(), clusterRoleBinding(), settings(), deployment()];
  const here = (['registry+v1', 'plain+v0'] as const).map((format) => exported(objects, { format }).files);
  const child = ['--import', pathToFileURL(require.resolve('tsx')).href, join(__dirname, 'print-export.ts'), JSON.stringify(objects)];
  const there = execFileSync(process.execPath, child, { cwd: tmpdir(), env: { ...process.env, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' }, encoding: 'utf8' });
  expect(there).toBe(JSON.stringify(here));
});
