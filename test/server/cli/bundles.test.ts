/**
 * Bundles from the command line: checked, looked at, rendered, applied with a configuration, upgraded, taken down. In files of their own, the
 * parts: reading (test/lib/bundle), real operators (test/server/real-bundles), charts, images and exports.
 */
import { definition, deployment, files, serviceVersion } from '../../lib/bundle/sample';
import { boxcutter, commandBench } from './command';
import { document } from './documents';

const bench = commandBench();
const group = `g${process.pid.toString(36)}.example`;
const crd = `sites.${group}`;

interface Sample {
  readonly version?: string;
  readonly modes?: readonly string[];
  readonly image?: string;
  readonly changes?: Readonly<Record<string, string | undefined>>;
}

/** Writes a bundle, and gives its folder. */
function sample(folder: string, { version = '1.2.3', modes = ['AllNamespaces', 'SingleNamespace'], image = 'registry.example/web:1', changes = {} }: Sample = {}): string {
  const csv = serviceVersion(
    {
      version,
      installModes: modes.map((type) => ({ type, supported: true })),
      customresourcedefinitions: { owned: [{ name: crd, version: 'v1', kind: 'Site' }] },
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [JSON.parse(JSON.stringify(deployment('web')).replace('registry.example/web:1', image))],
          permissions: [{ serviceAccountName: 'default', rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] }],
        },
      },
    },
    { name: `web.v${version}`, annotations: { 'alm-examples': `[{"apiVersion":"${group}/v1","kind":"Site"}]`, 'operatorframework.io/suggested-namespace': 'web-system' } },
  );
  const draft = { ...files({ 'manifests/sites.yaml': JSON.stringify(definition(crd)), 'manifests/web.clusterserviceversion.yaml': JSON.stringify(csv) }), ...changes };
  for (const [path, text] of Object.entries(draft)) if (text !== undefined) bench.scratch.write(`${folder}/${path}`, text);
  return `${bench.scratch.path}/${folder}`;
}

describe('looking at a bundle', () => {
  test('validate: a bundle without a mistake is valid; its document fits the schema', async () => {
    const path = sample('valid');
    const result = await boxcutter(['bundle', 'validate', path]);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(/web\.v1\.2\.3 \(registry\+v1\): valid; 0 errors, \d+ warnings?\n$/) });
    expect(document(await boxcutter(['bundle', 'validate', path, '-o', 'json']))).toMatchObject({ valid: true, name: 'web.v1.2.3', packageName: 'web', version: '1.2.3', format: 'registry+v1' });
  });

  test('validate: every mistake at once, errors before warnings, and exit code 2', async () => {
    const path = sample('wrong', { version: 'one', changes: { 'manifests/sites.yaml': undefined, 'manifests/job.yaml': 'apiVersion: batch/v1\nkind: Job\nmetadata: { name: j }\n' } });
    const result = document(await boxcutter(['bundle', 'validate', path, '-o', 'json']));
    expect(result).toMatchObject({ valid: false });
    const codes = (result['findings'] as { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['bundle-version', 'kind-unsupported', 'owned-crd-missing']));
    expect((await boxcutter(['bundle', 'validate', path])).code).toBe(2);
  });

  test('validate --strict: warnings are enough', async () => {
    expect((await boxcutter(['bundle', 'validate', sample('strict'), '--strict'])).code).toBe(2);
  });

  test('inspect tells what it is and holds', async () => {
    const path = sample('inspected');
    expect(document(await boxcutter(['bundle', 'inspect', path, '-o', 'json']))).toMatchObject({
      name: 'web.v1.2.3', installModes: ['AllNamespaces', 'SingleNamespace'], suggestedNamespace: 'web-system', apis: [`Site ${group}/v1`], deployments: ['web'],
      configuration: ['watchNamespace', 'deploymentConfig'], images: [{ image: 'registry.example/web:1', pinned: false }], needsCertificates: false,
    });
    expect((await boxcutter(['bundle', 'inspect', path])).stdout).toMatch(/install modes +AllNamespaces, SingleNamespace\n/);
  });

  test('images: one a line, and who needs it', async () => {
    const path = sample('with-images', { image: `registry.example/web@sha256:${'a'.repeat(64)}` });
    expect((await boxcutter(['bundle', 'images', path])).stdout).toBe(`registry.example/web@sha256:${'a'.repeat(64)}\n`);
    expect(document(await boxcutter(['bundle', 'images', path, '-o', 'json']))).toMatchObject({ images: [{ pinned: true, usedBy: ['Deployment web: container web'] }] });
  });

  test('images: those that the configuration names, too, and a configuration that is not there is a mistake', async () => {
    const path = sample('configured-images');
    const variable = ['--set', 'deploymentConfig.env[0].name=RELATED_IMAGE_PROXY,deploymentConfig.env[0].value=registry.example/proxy:2'];
    expect((await boxcutter(['bundle', 'images', path, ...variable])).stdout).toBe('registry.example/proxy:2\nregistry.example/web:1\n');
    expect(await boxcutter(['bundle', 'images', path, '--config', 'nowhere.yaml'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no file nowhere.yaml') });
  });

  test('what is no bundle is one message', async () => {
    const result = await boxcutter(['bundle', 'validate', `${bench.scratch.path}/nowhere`]);
    expect(result).toBeOneMessage();
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file or folder') });
  });
});

describe('rendering', () => {
  test('the revision names package, version and bundle; the objects are those that would be applied, in order', async () => {
    const path = sample('rendered');
    const revision = await boxcutter(['bundle', 'render', path, '-n', 'shop']);
    expect(revision).toMatchObject({ code: 0, stderr: '' });
    expect(revision.stdout).toMatch(/kind: ClusterExtensionRevision[^]*bundle-name: web\.v1\.2\.3/);
    const { stdout } = await boxcutter(['bundle', 'render', path, '-n', 'shop', '--objects', '-o', 'json']);
    const { items } = JSON.parse(stdout) as { items: { kind: string }[] };
    expect(items.map(({ kind }) => kind)).toEqual(['CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding', 'Deployment']);
  });

  test('render does the same for what it is given, whatever that is', async () => {
    const path = sample('either');
    const [one, other] = await Promise.all([boxcutter(['render', path, '-n', 'shop']), boxcutter(['bundle', 'render', path, '-n', 'shop'])]);
    expect(one.stdout).toBe(other.stdout);
  });

  test('without a namespace: which one the author suggests', async () => {
    const result = await boxcutter(['bundle', 'render', sample('homeless')]);
    expect(result).toBeOneMessage();
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('web-system') });
  });

  test('a configuration decides what it watches; all that is wrong with it is told at once', async () => {
    const path = sample('configured');
    const config = bench.scratch.write('config.yaml', 'watchNamespace: other\n');
    const { stdout } = await boxcutter(['bundle', 'render', path, '-n', 'shop', '--config', config, '--objects', '-o', 'json']);
    const { items } = JSON.parse(stdout) as { items: { kind: string; metadata: { namespace?: string } }[] };
    expect(items.filter(({ kind }) => kind.startsWith('Role')).map(({ metadata }) => metadata.namespace)).toEqual(['other', 'other']);
    const wrong = await boxcutter(['bundle', 'render', path, '-n', 'shop', '--set', 'watchNamespace=Not_a_name', '--set', 'colour=red']);
    expect(wrong).toBeOneMessage();
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/invalid bundle configuration: unknown key 'colour'; .*watchNamespace[^]*boxcutter config/) });
  });

  test('a configuration for what is no bundle is a mistake', async () => {
    const file = bench.scratch.write('plain.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
    expect(await boxcutter(['render', file, '-n', 'shop', '--name', 'a', '--set', 'a=b'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--set') });
  });
});

describe('on a cluster', () => {
  afterAll(async () => void (await boxcutter(['delete', 'web', '-n', bench.namespace, '--delete-data', '--ignore-not-found'])));

  test('is applied, planned and upgraded under the name of its package, without recreating anything; then taken down', async () => {
    const deploymentOf = async (): Promise<string | undefined> =>
      (await bench.test.get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: bench.namespace, name: 'web' }))?.metadata.uid;
    const first = sample('first');
    const applied = document(await bench.run('apply', first, '-o', 'json'));
    expect(applied).toMatchObject({ extension: 'web', version: '1.2.3', status: 'complete' });
    const uid = await deploymentOf();

    const second = sample('second', { version: '1.3.0', image: 'registry.example/web:2' });
    const planned = await bench.run('plan', second);
    expect(planned).toMatchObject({ code: 10, stdout: expect.stringContaining('registry.example/web:2') });
    expect(document(await bench.run('apply', second, '-o', 'json'))).toMatchObject({ revision: 2, version: '1.3.0', status: 'complete' });
    expect(await deploymentOf()).toBe(uid);
    expect(uid).toBeDefined();

    expect((await bench.run('history', 'web')).stdout).toMatch(/1\.3\.0[^]*1\.2\.3/);
    expect((await bench.run('delete', 'web')).code).toBe(0);
    expect(await bench.test.get({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd })).toBeUndefined();
  });

  test('a namespace to watch that does not exist is one clear message, before anything is written', async () => {
    const result = await bench.run('apply', sample('watching'), '--set', 'watchNamespace=there-is-none');
    expect(result).toMatchObject({ code: 2, stderr: expect.stringMatching(/amespace there-is-none does not exist/) });
    expect(await bench.test.get({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd })).toBeUndefined();
  });

  test('no silent switch: a new version that cannot watch everything any more asks what to watch', async () => {
    const all = sample('all', { modes: ['AllNamespaces'] });
    expect((await bench.run('apply', all)).code).toBe(0);
    const own = sample('own', { version: '1.3.0', modes: ['OwnNamespace'] });
    expect(await bench.run('apply', own)).toMatchObject({ code: 2, stderr: expect.stringContaining("missing required field 'watchNamespace'") });
    expect((await bench.run('history', 'web')).stdout).not.toContain('1.3.0');
    expect((await bench.run('delete', 'web')).code).toBe(0);
  });
});
