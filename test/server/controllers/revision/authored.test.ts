/** Phases and probes of a package's author on their whole way: its class, a bundle of each format, a catalog, an extension, its revisions. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { boxcutter, type Finished, linkPackages } from '../../cli/command';
import { clusterCatalog, extension, fleet, revision } from '../fleet';

const group = fleet();
/** A version in each format: each upgrade is one to another format as well. */
const VERSIONS = [['1.0.0', 'registry+v1'], ['1.1.0', 'plain+v0'], ['1.2.0', 'package+v1']] as const;

/** Neither order nor probes are those of the kinds: without the author's word, all ConfigMaps come first, and none is waited for. */
const PACKAGE = `
import { type ConfigOf, Package, Phase, Probe, type Revision } from 'cdk8s-boxcutter';
import { ApiObject } from 'cdk8s';
import { z } from 'zod';

const schema = z.strictObject({});

export class Gated extends Package<typeof schema> {
  readonly packageName = 'gated';
  readonly configSchema = schema;

  build(scope: Revision, _config: ConfigOf<typeof schema>): void {
    const map = (name: string) => new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { version: scope.version } });
    const gate = map('gate');
    const template = { metadata: { labels: { app: 'gated' } }, spec: { containers: [{ name: 'web', image: 'example.com/web:' + scope.version }] } };
    const web = new ApiObject(scope, 'web', {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' },
      spec: { replicas: 1, selector: { matchLabels: { app: 'gated' } }, template },
    });
    new Phase(scope, 'before', { name: 'gate', before: ['deploy'] }).add(gate);
    new Phase(scope, 'after', { name: 'open', after: ['deploy'] }).add(map('open'));
    scope.probe(gate,
      Probe.cel('has(self.data.pass) && self.data.pass == self.data.version', 'the gate is closed'),
      Probe.cel('!has(self.data.broken)', 'the gate is broken').terminal());
    scope.probe(web, Probe.condition('Available'), Probe.fieldsEqual('status.updatedReplicas', 'status.replicas'));
  }
}
`;

const app = (namespace: string): string => `
import { App } from 'cdk8s';
import { PackageBundle } from 'cdk8s-boxcutter';
import { Gated } from './gated';
const app = new App();
const common = { package: new Gated(), namespace: '${namespace}', config: {} };
new PackageBundle(app, 'registry-v1', { ...common, version: '1.0.0', format: 'registry+v1', installModes: ['AllNamespaces'] });
new PackageBundle(app, 'plain-v0', { ...common, version: '1.1.0', format: 'plain+v0' });
app.synth();
`;

const main = (namespace: string): string => `
import { App } from 'cdk8s';
import { Gated } from './gated';
const app = new App();
new Gated().revision(app, 'gated', { version: '1.2.0', namespace: '${namespace}', config: {} });
app.synth();
`;

const itself = (): ObjectRef => extension(`gated-${group.shard}`);
const revisionAt = (number: number): ObjectRef => revision(`${itself().name}-${number}`);
const config = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: group.test.namespace, name });
const web = (): ObjectRef => ({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: group.test.namespace, name: 'web' });
const imageOf = (live: KubeObject | undefined): string | undefined => /example\.com\/web:[\d.]+/.exec(JSON.stringify(live?.['spec'] ?? {}))?.[0];
const versionOf = (live: KubeObject | undefined): string | undefined => (live?.['data'] as { readonly version: string } | undefined)?.version;

/** The command in the project, with our registry. */
async function run(words: readonly string[]): Promise<Finished> {
  const project = join(group.scratch.path, 'project');
  const settings = group.scratch.write('registries.yaml', JSON.stringify({ registries: { [group.front.host]: { plainHttp: true } } }));
  const finished = await boxcutter(words, { cwd: project, env: { BOXCUTTER_REGISTRIES: settings, BOXCUTTER_CACHE: join(group.scratch.path, 'cache') } });
  if (finished.code !== 0) throw new Error(`${words.join(' ')}: ${finished.stderr}`);
  return finished;
}

beforeAll(async () => {
  const { namespace } = group.test;
  const project = join(group.scratch.path, 'project');
  mkdirSync(project);
  const files = { 'package.json': '{ "name": "gated", "private": true }', 'cdk8s.yaml': 'language: typescript\napp: node --import tsx main.ts\n' };
  const sources = { 'gated.ts': PACKAGE, 'bundles.ts': app(namespace), 'main.ts': main(namespace) };
  for (const [name, text] of Object.entries({ ...files, ...sources })) writeFileSync(join(project, name), text);
  linkPackages(project);
  const image = (version: string): string => `${group.front.host}/authored/gated:v${version}`;
  await Promise.all(VERSIONS.map(([version, format]) => run(format === 'package+v1'
    ? ['bundle', 'build', '.', '--format', format, '--push', image(version)]
    : ['bundle', 'build', '--app', 'node --import tsx bundles.ts', '--name', format.replace('+', '-'), '--push', image(version)])));
  const template = {
    schema: 'olm.template.basic',
    entries: [
      { schema: 'olm.package', name: 'gated', defaultChannel: 'stable' },
      {
        schema: 'olm.channel', package: 'gated', name: 'stable',
        entries: VERSIONS.map(([version], at) => ({ name: `gated.v${version}`, ...(at === 0 ? {} : { replaces: `gated.v${VERSIONS[at - 1]?.[0] ?? ''}` }) })),
      },
      ...VERSIONS.map(([version]) => ({ schema: 'olm.bundle', image: image(version) })),
    ],
  };
  writeFileSync(join(project, 'template.yaml'), JSON.stringify(template));
  await run(['catalog', 'render', 'template.yaml', '--output-directory', 'catalog']);
  const ref = `${group.front.host}/authored/catalog:v1`;
  await run(['catalog', 'push', 'catalog', ref]);
  await group.startControllers();
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
}, 300_000);

test.each(VERSIONS)('%s, as %s: phases and probes are the author\'s, and the gate holds', async (version) => {
  const number = VERSIONS.findIndex(([one]) => one === version) + 1;
  await group.apply('ClusterExtension', itself().name, {
    namespace: group.test.namespace, source: { sourceType: 'Catalog', catalog: { packageName: 'gated', version } },
  });
  await group.until(revisionAt(number), 'Available False ProbeFailure: the gate is closed');
  const { spec } = await group.other.get(revisionAt(number)) as unknown as { readonly spec: {
    readonly phases: readonly { readonly name: string; readonly objects: readonly { readonly object: KubeObject }[] }[];
    readonly progressionProbes: readonly { readonly selector: object; readonly assertions: readonly object[] }[];
  } };
  expect(spec.phases.map(({ name, objects }) => [name, ...objects.map(({ object }) => `${object.kind} ${object.metadata.name ?? ''}`)])).toEqual([
    ['gate', 'ConfigMap gate'], ['deploy', 'Deployment web'], ['open', 'ConfigMap open'],
  ]);
  expect(spec.progressionProbes).toEqual([
    {
      selector: { type: 'Object', object: { group: '', kind: 'ConfigMap', namespace: group.test.namespace, name: 'gate' } },
      assertions: [
        { type: 'CEL', cel: { rule: 'has(self.data.pass) && self.data.pass == self.data.version', message: 'the gate is closed' } },
        { type: 'CEL', cel: { rule: '!has(self.data.broken)', message: 'the gate is broken' }, terminal: true },
      ],
    },
    {
      selector: { type: 'Object', object: { group: 'apps', kind: 'Deployment', namespace: group.test.namespace, name: 'web' } },
      assertions: [
        { type: 'ConditionEqual', conditionEqual: { type: 'Available', status: 'True' } },
        { type: 'FieldsEqual', fieldsEqual: { fieldA: 'status.updatedReplicas', fieldB: 'status.replicas' } },
      ],
    },
  ]);
  // What comes behind the gate is as it was before.
  const before = VERSIONS[number - 2]?.[0];
  const behind = async (): Promise<readonly (string | undefined)[]> => {
    const { objects } = await group.test.cluster.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: group.test.namespace });
    const { objects: workloads } = await group.test.cluster.list({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: group.test.namespace });
    return [versionOf(objects.find(({ metadata }) => metadata.name === 'open')), imageOf(workloads[0])];
  };
  const closed = [before, before && `example.com/web:${before}`];
  expect(await behind()).toEqual(closed);
  await group.test.cluster.patch(config('gate'), [{ op: 'add', path: '/data/broken', value: 'yes' }], 'kubectl');
  await group.until(revisionAt(number), 'Progressing False Blocked: the gate is broken');
  expect(await behind()).toEqual(closed);
  await group.test.cluster.patch(config('gate'), [
    { op: 'remove', path: '/data/broken' }, { op: 'add', path: '/data/pass', value: version },
  ], 'kubectl');
  await group.until(itself(), `Progressing True Succeeded: Revision ${version} is rolled out.`);
  expect(await behind()).toEqual([version, `example.com/web:${version}`]);
  expect(imageOf(await group.other.get(web()))).toBe(`example.com/web:${version}`);
});

test('it is taken down', async () => {
  await group.other.delete(itself());
  await group.other.until(itself(), (live) => live === undefined);
  expect(await group.test.contents()).toEqual([]);
});
