/** A bundle as one document, revisions as what an export starts from, and the proof that nothing of the machine gets in. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../../../lib/api';
import { filesOfDocument } from '../../../../lib/bundle';
import { bundleDocument, isBundleDocument, lostInBundle, objectsOfRevision } from '../../../../lib/formats/export';
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

test('what no bundle can say is told: probes, phases, collision protection, replacement policy', () => {
  expect(lostInBundle(revision(), 'shop')).toEqual([]);
  const probed = revision({ probes: [{ selector: { type: 'GroupKind', groupKind: { group: 'apps', kind: 'Deployment' } }, assertions: [{ type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } }] }] });
  expect(lostInBundle(probed, 'shop').map(({ code }) => code)).toEqual(['export-probes']);
  expect(lostInBundle(revision({ collisionProtection: 'None' }), 'shop').map(({ code }) => code)).toEqual(['export-collision-protection']);
  expect(lostInBundle(revision({ replacementPolicy: 'Recreate' }), 'shop').map(({ code }) => code)).toEqual(['export-replacement-policy']);
  expect(lostInBundle(revision({ order: [{ first: { source: 'o1' }, then: { source: 'o0' } }] }), 'shop').map(({ code, severity }) => [code, severity])).toEqual([['export-phases', 'warning']]);
});

test('another folder, language and time zone, another process: the same bytes', () => {
  const objects = [account(), clusterRole(), clusterRoleBinding(), settings(), deployment()];
  const here = (['registry+v1', 'plain+v0'] as const).map((format) => exported(objects, { format }).files);
  const child = ['--import', pathToFileURL(require.resolve('tsx')).href, join(__dirname, 'print-export.ts'), JSON.stringify(objects)];
  const there = execFileSync(process.execPath, child, { cwd: tmpdir(), env: { ...process.env, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' }, encoding: 'utf8' });
  expect(there).toBe(JSON.stringify(here));
});
