/** Files as constructs: every value stays as it is written. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart, JsonPatch, Testing } from 'cdk8s';
import { Manifests, Phase, Revision } from '../../../constructs';
import type { KubeObject, RevisionManifest } from '../../../lib/api';
import { loadManifests } from '../../../lib/formats/detect/load-manifests';
import { documents, revisionOf } from '../synthesis';

const TRICKY = `apiVersion: v1
kind: ConfigMap
metadata:
  name: tricky
  creationTimestamp: null
  labels: { app: web, date: 2024-01-02 }
data:
  date: 2024-01-02
  time: 12:30:45
  exponent: e10
  octal: "0755"
  empty: ""
---
apiVersion: example.com/v1
kind: Thing
metadata: { name: odd }
spec:
  nothing: null
  pair: { value: 3 }
  list: [null, { name: a, value: b }]
  number: 755
  empty: {}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: role }
rules: []
`;

let folder: string;
let file: string;
beforeEach(() => {
  // That nothing is known of Thing is a warning, and not what these tests are about.
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-manifests-'));
  file = join(folder, 'all.yaml');
  writeFileSync(file, TRICKY);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('objects are given out as written, also in an ordinary chart', () => {
  const chart = new Chart(Testing.app(), 'chart');
  new Manifests(chart, 'files', { path: folder });
  expect(Testing.synth(chart)).toEqual(loadManifests(file).objects.map(({ manifest }) => manifest));
});

test('they survive the YAML of a revision', () => {
  const app = Testing.app();
  new Manifests(new Revision(app, 'web', { namespace: 'web-system' }), 'files', { path: file });
  const [manifest] = documents(app.synthYaml()) as unknown as RevisionManifest[];
  const objects = manifest!.spec.phases.flatMap((phase) => phase.objects.map(({ object }) => object as unknown as KubeObject));
  expect(objects.find(({ kind }) => kind === 'ConfigMap')?.data).toEqual({ date: '2024-01-02', time: '12:30:45', exponent: 'e10', octal: '0755', empty: '' });
  expect(objects.find(({ kind }) => kind === 'Thing')?.spec).toEqual(loadManifests(file).objects[1]?.manifest['spec']);
});

test('get() finds an object, to be put into a phase, labelled and patched', () => {
  const revision = revisionOf((it) => {
    const files = new Manifests(it, 'files', { path: file });
    const map = files.get('ConfigMap', 'tricky');
    new Phase(it, 'early', { before: ['deploy'] }).add(map);
    map.metadata.addLabel('added', 'yes');
    map.metadata.addAnnotation('note', 'x');
    map.addJsonPatch(JsonPatch.replace('/data/empty', 'full'));
  });
  const { object } = revision.compiled.compiled!.resolved.phases.find(({ name }) => name === 'early')!.objects[0]!;
  expect(object).toMatchObject({
    metadata: { name: 'tricky', namespace: 'web-system', labels: { app: 'web', date: '2024-01-02', added: 'yes' }, annotations: { note: 'x' } },
    data: { date: '2024-01-02', empty: 'full' },
  });
});

test('labels of the chart are added, and a namespace only to namespaced kinds that name none', () => {
  const revision = revisionOf((it) => void new Manifests(it, 'files', { path: file, namespace: 'elsewhere' }), { labels: { team: 'a' } });
  const objects = revision.compiled.compiled!.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  expect(objects.every(({ metadata }) => metadata.labels?.['team'] === 'a')).toBe(true);
  expect(Object.fromEntries(objects.map(({ kind, metadata }) => [kind, metadata.namespace]))).toEqual({ ConfigMap: 'elsewhere', Thing: 'elsewhere', ClusterRole: undefined });
});

test('get() says what is there instead, and which of several', () => {
  writeFileSync(join(folder, 'more.yaml'), ['a', 'b'].map((namespace) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: twin, namespace: ${namespace} }\n`).join('---\n'));
  const files = new Manifests(revisionOf(() => undefined), 'files', { path: folder });
  expect(() => files.get('ConfigMap', 'missing')).toThrow(/has no ConfigMap missing\. .*It has: ConfigMap \w+/);
  expect(() => files.get('ConfigMap', 'twin')).toThrow(/has several ConfigMap twin: v1 in namespace a, v1 in namespace b/);
  expect(files.get('ConfigMap', 'twin', 'b').metadata.namespace).toBe('b');
});

test('mistakes name the construct, the file and the line', () => {
  writeFileSync(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndta: {}\n');
  const revision = revisionOf((it) => void new Manifests(it, 'files', { path: file }));
  expect(() => Testing.synth(revision)).toThrow(/web\/files\/ConfigMap\.a \(\S*all\.yaml:1\).*dta/s);
});

test('a broken document is reported by the validation, in a revision and in a chart', () => {
  writeFileSync(file, 'a: [\n');
  const revision = revisionOf((it) => void new Manifests(it, 'files', { path: file }));
  expect(() => Testing.synth(revision)).toThrow(/\[web\] web\/files \(\S*all\.yaml/);
  expect(revision.compiled.compiled).toBeUndefined();
  const chart = new Chart(Testing.app(), 'chart');
  new Manifests(chart, 'files', { path: file });
  expect(() => Testing.synth(chart)).toThrow(/\[chart\/files\] chart\/files \(\S*all\.yaml/);
});

test('a path that is not there is refused at once', () => {
  expect(() => revisionOf((it) => void new Manifests(it, 'files', { path: join(folder, 'none') }))).toThrow(/There is no file or folder/);
});

test('two documents of one name are reported with both places', () => {
  writeFileSync(file, ['x', 'y'].map((value) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: ${value} }\n`).join('---\n'));
  const revision = revisionOf((it) => void new Manifests(it, 'files', { path: file }));
  expect(() => Testing.synth(revision)).toThrow(/web\/files\/ConfigMap\.a-2 .*web\/files\/ConfigMap\.a /s);
});
