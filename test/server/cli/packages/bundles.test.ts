/**
 * Bundles from the command line: checked, looked at, rendered, applied with a configuration, upgraded, taken down. In files of their own, the
 * parts: reading (test/lib/formats), real operators (test/server/real-bundles), charts, images and exports.
 */
import { execFileSync } from 'node:child_process';
import { definition, deployment, files, serviceVersion } from '../../../lib/formats/sample';
import { boxcutter, commandBench } from '../command';
import { document } from '../documents';

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
    expect(revision).toMatchObject({ code: 0, stderr: 'Bundle web.v1.2.3 needs Kubernetes 1.30.0 or newer.\n' });
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
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Error: The configuration of bundle web\.v1\.2\.3 has 2 mistakes:\n.*unknown key 'colour'\.\n.*watchNamespace.*\nWhat can be .*boxcutter config/) });
  });

  test('an option that cannot be right is blamed itself, not the bundle', async () => {
    const result = await boxcutter(['render', sample('blamed'), '-n', 'Bad_NS']);
    expect(result).toBeOneMessage();
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('--namespace "Bad_NS" cannot be the name of a namespace.') });
    expect(result.stderr).not.toMatch(/bundle|written/i);
  });

  test('manifests/ beside a schema of the configuration is a plain bundle, also for render', async () => {
    bench.scratch.write('plain/manifests/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
    bench.scratch.write('plain/metadata/config-schema.yaml', 'type: object\nadditionalProperties: false\nproperties: { size: { type: integer } }\n');
    const path = `${bench.scratch.path}/plain`;
    expect(await boxcutter(['render', path, '-n', 'shop', '--set', 'size=1'])).toMatchObject({ code: 0, stdout: expect.stringContaining('package-name: plain') });
    expect(await boxcutter(['render', path, '-n', 'shop', '--set', 'size=big'])).toMatchObject({ code: 2, stderr: expect.stringContaining("'size'") });
  });

  test('an archive without the name of a package gives its own, without the ending', async () => {
    bench.scratch.write('packed/manifests/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
    execFileSync('tar', ['-czf', `${bench.scratch.path}/my-app.tar.gz`, '-C', `${bench.scratch.path}/packed`, '.']);
    expect(await boxcutter(['render', `${bench.scratch.path}/my-app.tar.gz`, '-n', 'shop'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/package-name: my-app\n/) });
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

  test.each(['apply', 'plan'])('%s without a namespace: refused with the one that the author suggests, whatever the context says', async (command) => {
    const result = await boxcutter([command, sample('homeless-too')]);
    expect(result).toBeOneMessage();
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --namespace NAME; its author suggests web-system.') });
  });

  test('an upgrade without the configuration: refused by plan and apply, with the keys; kept, changed, brought back, or dropped as it is said', async () => {
    const watched = async (): Promise<string | undefined> => {
      const found = await bench.test.get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: bench.namespace, name: 'web' });
      const { template } = found?.['spec'] as { template: { metadata: { annotations: Record<string, string> } } };
      return template.metadata.annotations['olm.targetNamespaces'];
    };
    const [first, second] = [sample('kept-1'), sample('kept-2', { version: '1.3.0' })];
    const secret = ['--set', 'deploymentConfig.env[0].name=TOKEN,deploymentConfig.env[0].value=hunter2'];
    expect((await bench.run('apply', first, '--set', 'watchNamespace=default', ...secret)).code).toBe(0);
    for (const command of ['plan', 'apply']) {
      const refused = await bench.run(command, second);
      expect(refused).toBeOneMessage();
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/is configured \(watchNamespace, deploymentConfig\.env\).*\n.*--reuse-config.*--reset-config/) });
      expect(refused.stderr).not.toContain('hunter2');
    }
    expect(await bench.run('plan', second, '--reuse-config')).toMatchObject({ code: 10, stdout: expect.not.stringContaining('targetNamespaces') });
    expect((await bench.run('apply', second, '--reuse-config')).code).toBe(0);
    expect(await watched()).toBe('default');

    const given = await bench.run('apply', second, '--set', 'watchNamespace=kube-system');
    expect(given).toMatchObject({ code: 0, stderr: expect.stringContaining('No longer configured: deploymentConfig.env.') });
    expect((await bench.run('rollback', 'web')).code).toBe(0);
    expect((await bench.run('apply', second, '--reuse-config', '-o', 'json')).stdout).toContain('"unchanged": true');
    expect(await watched()).toBe('default');

    expect((await bench.run('apply', second, '--reset-config')).code).toBe(0);
    expect(await watched()).toBe('');
    expect((await bench.run('apply', second)).code).toBe(0);
    expect((await bench.run('delete', 'web')).code).toBe(0);
  });

  test('another package under the name of one that is installed is refused, and leaves it as it is', async () => {
    expect((await bench.run('apply', sample('mine'), '--name', 'taken')).code).toBe(0);
    const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other-settings }\n';
    const properties = 'properties: [{ type: olm.package, value: { packageName: other, version: 1.0.0 } }]\n';
    for (const [file, text] of [['manifests/a.yaml', settings], ['metadata/properties.yaml', properties]] as const) bench.scratch.write(`other/${file}`, text);
    const other = `${bench.scratch.path}/other`;
    for (const command of ['plan', 'apply']) {
      const refused = await bench.run(command, other, '--name', 'taken');
      expect(refused).toBeOneMessage();
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/Extension "taken" is package web, and this is package other/) });
    }
    expect(document(await bench.run('history', 'taken', '-o', 'json'))['revisions']).toMatchObject([{ number: 1 }]);
    expect((await bench.run('apply', other, '--name', 'taken', '--change-package', '--delete-data')).code).toBe(0);
    expect(await bench.test.contents()).toContain('ConfigMap other-settings');
    expect((await bench.run('delete', 'taken')).code).toBe(0);
  });
});
