/** A Helm chart in a revision: its objects are constructs like any other. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ApiObject, type App, Chart, JsonPatch, Testing, YamlOutputType } from 'cdk8s';
import { HelmChart, Manifests, Phase, Probe, Revision } from '../../../constructs';
import type { KubeObject } from '../../../lib/api';
import { bundleFilesOf, readBundle, renderBundle } from '../../../lib/formats';
import { BUILD_TIMEOUT, helmProgram } from '../../lib/formats/helm/helm';
import { chartFiles, type Draft, hook, packed } from '../../lib/formats/helm/sample-chart';
import { manifestOf, phasesOf, revisionOf, synthesised } from '../synthesis';

let helm: string;
beforeAll(() => {
  helm = helmProgram();
}, BUILD_TIMEOUT);
afterEach(() => jest.restoreAllMocks());

const hooks = { 'templates/hooks.yaml': [hook('prepare', 'pre-install,pre-upgrade'), hook('try', 'test')].join('---\n') };
/** That an unchanged hook is not run again is a warning, and not what most of these tests are about. */
const quiet = () => jest.spyOn(process.stderr, 'write').mockReturnValue(true);

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was thrown';
}

test('objects, definitions and hooks are in the revision, under the name of the extension', () => {
  quiet();
  let chart: HelmChart | undefined;
  const revision = revisionOf((it) => {
    chart = new HelmChart(it, 'chart', { chart: chartFiles(hooks), values: { replicas: 3 }, helm });
  });
  expect(phasesOf(revision)).toEqual([
    ['crds-web-shop', ['shops.example.com']],
    ['pre-1-web-shop', [expect.stringMatching(/^prepare-[0-9a-f]{8}$/)]],
    ['configuration', ['facts', expect.stringMatching(/^ref /)]],
    ['deploy', ['web-web']],
  ]);
  expect(chart).toMatchObject({ chartName: 'shop', version: '1.2.3', appVersion: '9', releaseName: 'web', notes: ['Job try is a hook for test, which a revision does not have, so it is left out'] });
});

test('they can be found, patched, removed, ordered, probed and moved to another phase', () => {
  quiet();
  const revision = revisionOf((it) => {
    const chart = new HelmChart(it, 'chart', { chart: chartFiles(hooks), helm, releaseName: 'front' });
    chart.get('Deployment', 'front-web').addJsonPatch(JsonPatch.replace('/spec/replicas', 9));
    chart.get('Deployment', 'front-web').metadata.addLabel('team', 'shop');
    new Phase(it, 'late').add(chart.get('ConfigMap', 'facts'));
    it.probe(chart.get('ConfigMap', 'facts'), Probe.fieldValue('data.upgrade', 'false'));
    chart.remove('Job', 'prepare');
  });
  expect(phasesOf(revision).map(([name]) => name)).toEqual(['crds-front-shop', 'configuration', 'deploy', 'late']);
  const { spec } = manifestOf(revision);
  expect(spec.phases.find(({ name }) => name === 'deploy')?.objects[0]?.object).toMatchObject({ metadata: { labels: { team: 'shop' } }, spec: { replicas: 9 } });
  expect(spec.progressionProbes).toHaveLength(1);
});

describe('a hook that runs something is found by the name that the chart gives it', () => {
  const jobOf = (change: (job: ApiObject) => void) => {
    quiet();
    const revision = revisionOf((it) => change(new HelmChart(it, 'chart', { chart: chartFiles(hooks), helm }).get('Job', 'prepare')));
    const { phases } = manifestOf(revision).spec;
    return phases.find(({ name }) => name === 'pre-1-web-shop')?.objects[0]?.object as KubeObject | undefined;
  };
  const untouched = () => jobOf(() => undefined);

  test('what is patched in it counts as its content', () => {
    const deadline = (seconds: number) => jobOf((job) => job.addJsonPatch(JsonPatch.add('/spec/activeDeadlineSeconds', seconds)));
    expect(deadline(60)).toMatchObject({ metadata: { name: expect.stringMatching(/^prepare-[0-9a-f]{8}$/) }, spec: { activeDeadlineSeconds: 60 } });
    expect(deadline(60)?.metadata.name).toBe(deadline(60)?.metadata.name);
    expect(new Set([deadline(60), deadline(90), untouched()].map((job) => job?.metadata.name)).size).toBe(3);
  });

  test('without a change in code it is named as by the command', () => {
    const { bundle } = readBundle(chartFiles(hooks));
    const objects = bundle === undefined ? [] : renderBundle(bundle, { installNamespace: 'web-system', certificates: 'none', releaseName: 'web', helm }).objects;
    expect(objects.map(({ manifest }) => manifest)).toContainEqual(expect.objectContaining({ kind: 'Job', metadata: expect.objectContaining({ name: untouched()?.metadata.name }) }));
  });

  test('labels do not; and a name that is given in code stays', () => {
    expect(jobOf((job) => job.metadata.addLabel('team', 'shop'))?.metadata).toMatchObject({ name: untouched()?.metadata.name, labels: { team: 'shop' } });
    expect(jobOf((job) => job.addJsonPatch(JsonPatch.replace('/metadata/name', 'mine')))?.metadata.name).toBe('mine');
  });

  test('a probe is about the object as it is named', () => {
    quiet();
    const revision = revisionOf((it) => {
      const job = new HelmChart(it, 'chart', { chart: chartFiles(hooks), helm }).get('Job', 'prepare');
      job.addJsonPatch(JsonPatch.add('/spec/activeDeadlineSeconds', 60));
      it.probe(job, Probe.fieldValue('spec.activeDeadlineSeconds', '60'));
    });
    const { spec } = manifestOf(revision);
    const object = spec.phases.find(({ name }) => name === 'pre-1-web-shop')?.objects[0]?.object as KubeObject | undefined;
    expect(spec.progressionProbes).toMatchObject([{ selector: { object: { kind: 'Job', name: object?.metadata.name } } }]);
  });
});

test('all ways of writing give the same, byte by byte', () => {
  quiet();
  const declare = (app: App) => void new HelmChart(new Revision(app, 'web', { namespace: 'shop-system' }), 'chart', { chart: chartFiles(hooks), helm });
  const types = [YamlOutputType.FILE_PER_APP, YamlOutputType.FILE_PER_CHART, YamlOutputType.FILE_PER_RESOURCE];
  const [first, ...others] = types.map((type) => synthesised(type, declare).map(({ object }) => JSON.stringify(object)).sort());
  expect(first).toHaveLength(2);
  for (const other of others) expect(other).toEqual(first);
});

test('templates see the Kubernetes version of the revision', () => {
  const factsOf = (revision: Revision) => JSON.stringify(manifestOf(revision));
  const declare = (props: object) => (it: Revision) => void new HelmChart(it, 'chart', { chart: chartFiles(), helm, ...props });
  expect(factsOf(revisionOf(declare({}), { kubernetesVersion: '1.35' }))).toContain('"version":"v1.35.0"');
  expect(factsOf(revisionOf(declare({ kubernetesVersion: '1.34' }), { kubernetesVersion: '1.35' }))).toContain('"version":"v1.34.0"');
});

test('two charts in one revision, with hooks of their own', () => {
  quiet();
  const other: Draft = { ...hooks, 'Chart.yaml': 'apiVersion: v2\nname: blog\nversion: 1.0.0\n', 'crds/shops.yaml': undefined, 'templates/facts.yaml': undefined, 'values.schema.json': undefined };
  const revision = revisionOf((it) => {
    new HelmChart(it, 'shop', { chart: chartFiles(hooks), helm });
    new HelmChart(it, 'blog', { chart: chartFiles({ ...other, 'templates/hooks.yaml': hook('blog-prepare', 'pre-install') }), helm, releaseName: 'blog' });
  });
  expect(phasesOf(revision).map(([name]) => name)).toEqual(['crds-web-shop', 'pre-1-web-shop', 'pre-1-blog', 'configuration', 'deploy']);
});

test('in an ordinary chart it gives the objects, in the namespace of the chart; the id names the release', () => {
  quiet();
  const chart = new Chart(Testing.app(), 'chart', { namespace: 'shops' });
  new HelmChart(chart, 'front', { chart: chartFiles(hooks), helm });
  const objects = Testing.synth(chart) as { kind: string; metadata: { name: string; namespace?: string } }[];
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`).sort()).toEqual([
    'ConfigMap shops/facts', 'CustomResourceDefinition shops/shops.example.com', 'Deployment shops/front-web', expect.stringMatching(/^Job shops\/prepare-[0-9a-f]{8}$/), 'Secret shops/front-login',
  ]);
});

test('a folder and a packed chart are read from disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-chart-'));
  try {
    const files = chartFiles();
    for (const path of files.paths()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), files.read(path) ?? '');
    }
    writeFileSync(`${folder}.tgz`, packed('shop', files));
    for (const path of [folder, `${folder}.tgz`]) {
      expect(phasesOf(revisionOf((it) => void new HelmChart(it, 'chart', { chart: path, helm }))).map(([name]) => name)).toEqual(['configuration', 'crds', 'deploy']);
    }
    expect(messageOf(() => revisionOf((it) => void new Manifests(it, 'chart', { path: folder })))).toContain('is a Helm chart');
  } finally {
    for (const path of [folder, `${folder}.tgz`]) rmSync(path, { recursive: true, force: true });
  }
});

describe('what is wrong is reported by the validation, with construct, template and line', () => {
  const refused = (changes: Draft, values?: object) =>
    messageOf(() => Testing.synth(revisionOf((it) => void new HelmChart(it, 'chart', { chart: chartFiles(changes), helm, ...(values === undefined ? {} : { values }) }))));

  test('in a template', () => {
    expect(refused({ 'templates/facts.yaml': 'a: 1\nb: {{ .Values.a.b }}\n' })).toMatch(/web\/chart \(templates\/facts\.yaml:2\): helm cannot render chart shop: at <\.Values\.a\.b>: nil pointer/);
  });

  test('in values, everything at once', () => {
    expect(refused({}, { replicas: 'many', web: { image: 1 } })).toMatch(/'replicas'.*'web\.image'/s);
  });

  test('in the chart', () => {
    expect(refused({ 'Chart.yaml': 'apiVersion: v2\nname: shop\n' })).toMatch(/web\/chart \(Chart\.yaml:1\): version: required field missing/);
  });

  test('in an object', () => {
    expect(refused({ 'templates/facts.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: facts }\ndata: { a: [] }\n' })).toMatch(/web\/chart\/ConfigMap\.facts \(templates\/facts\.yaml\): .*data\.a/);
  });

  test('when it is no chart at all', () => {
    const plain = bundleFilesOf('plain', [['manifests/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n']]);
    expect(messageOf(() => Testing.synth(revisionOf((it) => void new HelmChart(it, 'chart', { chart: plain, helm }))))).toMatch(/this is a bundle of the format plain\+v0, not a chart. Use Revision.fromBundle/);
  });
});

test('no chart, no helm and no namespace are said at once', () => {
  const declaring = (props: object, revision = {}) => () => revisionOf((it) => void new HelmChart(it, 'chart', { chart: chartFiles(), helm, ...props }), revision);
  expect(declaring({ chart: './nowhere' })).toThrow(expect.objectContaining({ code: 'bundle-not-found' }));
  expect(declaring({ helm: '/nowhere/helm' })).toThrow(expect.objectContaining({ code: 'helm-missing' }));
  expect(() => new HelmChart(new Revision(Testing.app(), 'web'), 'chart', { chart: chartFiles(), helm })).toThrow(expect.objectContaining({ code: 'bundle-namespace' }));
});
