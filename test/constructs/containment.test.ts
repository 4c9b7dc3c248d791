/** Everything declared in a revision ends up in its documents, and nothing beside them, however an app is synthesised. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Testing, YamlOutputType } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { ConfigMap as GeneratedConfigMap } from './fixtures/generated';
import type { KubeObject, RevisionManifest } from '../../lib/api';
import { Phase, Revision } from '../../constructs';
import { configMap, documents, synthesised } from './synthesis';

const EXPECTED = ['a', 'deep', 'generated', 'nested', 'nested-twice', 'in-construct-chart', 'plus'];

/** One of everything: plain, generated, cdk8s-plus, nested constructs, nested charts, dependencies between all of them, a Secret. */
function declareAll(app: Construct): Revision {
  const named = (scope: Construct, name: string): ApiObject => new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { name } });
  const revision = new Revision(app, 'web', { namespace: 'web-system', version: '1.0.0' });
  const a = named(revision, 'a');
  const deep = named(new Construct(new Construct(revision, 'outer'), 'inner'), 'deep');
  new GeneratedConfigMap(revision, 'generated', { metadata: { name: 'generated' }, data: { x: '1' } });
  const chart = new Chart(revision, 'chart', { labels: { part: 'chart' } });
  const nested = named(chart, 'nested');
  const twice = named(new Chart(chart, 'chart'), 'nested-twice');
  const lost = named(new Chart(new Construct(revision, 'holder'), 'chart'), 'in-construct-chart');
  new kplus.ConfigMap(revision, 'plus', { metadata: { name: 'plus' }, data: { x: '1' } });
  new ApiObject(revision, 'secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secret' }, stringData: { password: 'x' } });
  deep.addDependency(a);
  nested.addDependency(deep);
  twice.addDependency(nested);
  lost.addDependency(a, nested);
  new Phase(revision, 'last').add(lost);
  return revision;
}

function expectContained(objects: readonly unknown[]): void {
  const all = objects as RevisionManifest[];
  expect(all.map(({ kind }) => kind).sort()).toEqual(['ClusterExtensionRevision', 'Secret']);
  const manifest = all.find(({ kind }) => kind === 'ClusterExtensionRevision')!;
  const inline = manifest.spec.phases.flatMap((phase) => phase.objects.flatMap(({ object }) => (object ? [object as unknown as KubeObject] : [])));
  const names = inline.map(({ metadata }) => metadata.name);
  expect(names.sort()).toEqual([...EXPECTED].sort());
}

describe.each([
  ['FILE_PER_APP', YamlOutputType.FILE_PER_APP],
  ['FILE_PER_CHART', YamlOutputType.FILE_PER_CHART],
  ['FILE_PER_RESOURCE', YamlOutputType.FILE_PER_RESOURCE],
  ['FOLDER_PER_CHART_FILE_PER_RESOURCE', YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE],
])('app.synth() with %s', (_, type) => {
  test('writes the manifest and its content Secrets alone', () => {
    expectContained(synthesised(type, declareAll).map(({ object }) => object));
  });

  test('also when construct metadata is recorded', () => {
    expectContained(synthesised(type, declareAll, { recordConstructMetadata: true }).map(({ object }) => object));
  });

  test('leaves what is outside of the revision as it is', () => {
    const outputs = synthesised(type, (app) => {
      const chart = new Chart(app, 'around', { namespace: 'there' });
      configMap(chart, 'around');
      declareAll(chart);
      configMap(new Chart(app, 'beside'), 'beside');
    });
    const outside = outputs.filter(({ object }) => object.kind === 'ConfigMap');
    expect(outside.map(({ object }) => object.metadata.namespace)).toEqual(expect.arrayContaining(['there', undefined]));
    expectContained(outputs.filter((output) => !outside.includes(output)).map(({ object }) => object));
  });
});

test('the same documents come out of every way to synthesise, in any order and any number of times', () => {
  const app = new App({ outdir: Testing.app().outdir });
  const revision = declareAll(app);
  const beside = new Chart(app, 'beside');
  const first = JSON.stringify(Testing.synth(revision));
  expectContained(JSON.parse(first) as unknown[]);
  Testing.synth(beside);
  expect(JSON.stringify(documents(app.synthYaml()))).toBe(first);
  app.synth();
  app.synth();
  expect(JSON.stringify(Testing.synth(revision))).toBe(first);

  const other = Testing.app();
  declareAll(other);
  expect(JSON.stringify(documents(other.synthYaml()))).toBe(first);
  expect(JSON.stringify(synthesised(YamlOutputType.FILE_PER_APP, declareAll).map(({ object }) => object))).toBe(first);
});

test('what is declared after a synthesis is part of the next', () => {
  const app = Testing.app();
  const revision = new Revision(app, 'web', { namespace: 'web-system' });
  const nested = new Chart(revision, 'chart');
  const one = configMap(nested, 'one');
  app.synth();
  const two = configMap(revision, 'two');
  one.addDependency(two);
  const [manifest] = Testing.synth(revision) as { spec: { phases: { objects: unknown[] }[] } }[];
  expect(manifest!.spec.phases.map(({ objects }) => objects.length)).toEqual([1, 1]);
});

test('passes over the tree see the real content until it is synthesised', () => {
  const app = Testing.app();
  const revision = declareAll(app);
  const objects = app.node.findAll().filter((construct) => ApiObject.isApiObject(construct));
  expect(objects.map((object) => object.name)).toEqual(expect.arrayContaining(EXPECTED));
  for (const object of objects) object.metadata.addLabel('from', 'a-pass');
  const text = JSON.stringify(Testing.synth(revision));
  expect(text.match(/"from":"a-pass"/g)).toHaveLength(EXPECTED.length);
});

test('what comes out is a copy: changing it changes nothing', () => {
  const revision = declareAll(Testing.app());
  const [first] = Testing.synth(revision) as { metadata: { name: string } }[];
  first!.metadata.name = 'changed';
  expect(JSON.stringify(Testing.synth(revision))).not.toContain('"changed"');
});

test('several revisions of one app stay apart', () => {
  const outputs = synthesised(YamlOutputType.FILE_PER_CHART, (app) => {
    for (const id of ['web', 'db']) configMap(new Revision(app, id, { namespace: id }), 'settings');
  });
  expect(outputs.map(({ file, object }) => [file, object.metadata.name])).toEqual([
    ['db.k8s.yaml', 'db-1'],
    ['web.k8s.yaml', 'web-1'],
  ]);
});

test('the construct metadata of cdk8s names the documents alone', () => {
  const app = Testing.app({ recordConstructMetadata: true });
  declareAll(app);
  app.synth();
  const { resources } = JSON.parse(readFileSync(join(app.outdir, 'construct-metadata.json'), 'utf8')) as { resources: Record<string, unknown> };
  expect(Object.keys(resources)).toHaveLength(2);
  expect(Object.keys(resources)).toContain('web-1');
});

test('a dependency on something outside of the revision orders files', () => {
  const outputs = synthesised(YamlOutputType.FILE_PER_CHART, (app) => {
    const inside = configMap(new Revision(app, 'web', { namespace: 'web-system' }), 'inside');
    const first = new Chart(app, 'first');
    inside.addDependency(configMap(first, 'outside'));
  });
  expect(outputs.map(({ file }) => file)).toEqual(['0000-first.k8s.yaml', '0001-web.k8s.yaml']);
});
