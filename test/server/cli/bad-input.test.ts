/**
 * Bad input and trouble: one message that names file, document and field, the right exit code, no stack trace, nothing written.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { caCert, expiredCert, expiredKey } from '../../lib/kube/certificates';
import { boxcutter, changedKubeconfig, commandBench, linkPackages, root } from './command';

const bench = commandBench();
const { scratch } = bench;

const good = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
const apply = (file: string, ...more: string[]) => boxcutter(['apply', file, '--name', 'bad', '--state-namespace', bench.namespace, ...more]);

describe('what is wrong with the input: exit 2', () => {
  const deployment = (spec: string): string => `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  selector: { matchLabels: { app: web } }\n  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: web }] } }\n${spec}`;
  const scenarios: [scenario: string, content: string, says: (string | RegExp)[]][] = [
    ['unparsable YAML', `${good('a')}---\nkind: [\n`, [/input\.yaml:\d+/]],
    ['a document without kind', `${good('a')}---\napiVersion: v1\nmetadata: { name: b }\n`, ['input.yaml:5 (document 2)', 'has no kind']],
    ['an unknown kind of a built-in group', `${good('a')}---\napiVersion: apps/v1\nkind: Deploymint\nmetadata: { name: b }\n`, ['input.yaml:5 (document 2)', 'Deploymint']],
    ['an unknown field', deployment('  replica: 2\n'), ['input.yaml:1', 'spec.replica', 'replicas']],
    ['a wrong type', deployment('  replicas: three\n'), ['input.yaml:1', 'spec.replicas', 'integer']],
    ['a bad name', good('Bad_Name'), ['input.yaml:1', 'metadata.name', 'lower-case']],
    ['the same object twice, with different content', `${good('a')}---\n${good('a')}data: { b: c }\n`, ['input.yaml:5 (document 2)', 'another object with this kind and name is at']],
    ['an object over the size limit', `${good('big')}data: { blob: ${'x'.repeat(1_200_000)} }\n`, ['input.yaml:1', 'ConfigMap', 'MiB']],
  ];

  test.each(scenarios)('%s', async (scenario, content, says) => {
    const file = scratch.write(`${scenario.replace(/\W+/g, '-')}/input.yaml`, content);
    const result = await apply(file, '--namespace', bench.namespace);
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    for (const words of says) expect(result.stderr).toMatch(typeof words === 'string' ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : words);
    expect(await bench.test.contents()).toEqual([]);
  });

  test('a folder with nothing for a cluster, and what was left out', async () => {
    scratch.write('nothing/kustomization.yaml', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n');
    const result = await boxcutter(['render', `${scratch.path}/nothing`, '-n', bench.namespace]);
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/kustomization\.yaml:1 is left out[^]*nothing to render/);
  });

  test('all mistakes are told at once', async () => {
    const file = scratch.write('many.yaml', `${good('Bad_Name')}---\n${deployment('  replica: 2\n  paused: maybe\n')}`);
    const result = await apply(file, '-n', bench.namespace);
    expect(result).toBeOneMessage();
    expect(result.stderr).toContain('3 mistakes');
  });

  test('a namespaced object without a namespace', async () => {
    const result = await apply(scratch.write('homeless.yaml', good('homeless')));
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/ConfigMap\S* homeless: metadata\.namespace/);
    expect(result.stderr).toContain('--namespace');
    expect(await bench.test.contents()).toEqual([]);
  });

  test('a cyclic order of phases', async () => {
    const app = `
      const { App, ApiObject } = require('cdk8s');
      const { Phase, Revision } = require('cdk8s-boxcutter');
      const app = new App();
      const revision = new Revision(app, 'circle', { namespace: 'circle' });
      new Phase(revision, 'one', { after: ['two'] }).add(new ApiObject(revision, 'a', { apiVersion: 'v1', kind: 'ConfigMap' }));
      new Phase(revision, 'two', { after: ['one'] }).add(new ApiObject(revision, 'b', { apiVersion: 'v1', kind: 'ConfigMap' }));
      app.synth();`;
    const file = scratch.write('circle/main.js', app);
    linkPackages(dirname(file));
    const result = await boxcutter(['synth', '--app', `node ${file}`, '--output-directory', `${scratch.path}/circle/dist`], { cwd: root });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/circle\/one.*circle\/two|one.*two/s);
  });

  test.each([
    ['a file that is not there', ['apply', 'no-such-file.yaml'], 'There is no file or folder no-such-file.yaml'],
    ['a folder without manifests', ['render', 'test/server/cli'], 'holds no .yaml, .yml or .json file'],
    ['an unknown option', ['apply', 'x.yaml', '--foo'], 'foo'],
    ['an unknown command', ['aply', 'x.yaml'], 'Did you mean apply?'],
    ['a missing argument', ['apply'], 'PATH is missing'],
    ['a duration that is none', ['apply', 'examples/plain-manifests/manifests', '--timeout', 'soon'], '--timeout soon is not a duration'],
    ['objects from standard input without a name', ['apply', '-'], '--name'],
    ['an extension that is not there', ['status', 'no-such-extension'], 'There is no extension "no-such-extension"'],
    ['nothing to recover', ['recover', 'no-such-extension'], 'no-such-extension'],
    ['a project that is not there', ['synth'], 'There is no cdk8s.yaml here'],
    ['a cluster that is not there', ['cluster', 'kubeconfig', '--name', 'no-such-cluster'], 'boxcutter cluster up --name no-such-cluster'],
  ])('%s', async (_scenario, args, says) => {
    const result = await boxcutter(args, { stdin: good('a') });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(says);
  });

  test('for machines the message is a document, and standard error stays empty', async () => {
    const result = await boxcutter(['apply', 'no-such-file.yaml', '-o', 'json']);
    expect(result.code).toBe(2);
    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toMatchObject({ schema: 'boxcutter.error/v1', category: 'input', code: 'manifests-not-found' });
  });
});

test('a kind that the API server does not serve: exit 4, the kind is named, and it can be left out', async () => {
  const file = scratch.write('unserved.yaml', `${good('served')}---\napiVersion: example.com/v1\nkind: Gadget\nmetadata: { name: gadget }\n`);
  const result = await apply(file, '-n', bench.namespace);
  expect(result.code).toBe(4);
  expect(result.stderr).toMatch(/Gadget \(example\.com\/v1\): gadget/);
  expect(await bench.test.contents()).toEqual([]);
  const without = await apply(file, '-n', bench.namespace, '--skip-unserved', '--dry-run');
  expect(without).toMatchObject({ code: 10, stderr: expect.stringContaining('Left out') });
});

describe('trouble with the connection: what to do; exit 2 where the kubeconfig or the context is what is wrong, else 1', () => {
  const withConfig = async (name: string, content: string, ...args: string[]) => {
    const result = await boxcutter(['list', ...args], { env: { KUBECONFIG: scratch.write(`${name}.json`, content) } });
    expect(result).toBeOneMessage();
    expect(result.code).toBe(1);
    return result.stderr;
  };

  test('a kubeconfig that points nowhere', async () => {
    const said = await withConfig('nowhere', changedKubeconfig(({ clusters: [first] }) => { if (first) first.cluster.server = 'https://127.0.0.1:1'; }));
    expect(said).toMatch(/https:\/\/127\.0\.0\.1:1.*cannot be reached: nothing listens there/);
    expect(said).toContain('boxcutter cluster up');
  });

  test('a kubeconfig that is not there', async () => {
    const result = await boxcutter(['list', '--kubeconfig', `${scratch.path}/none`]);
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(`${scratch.path}/none`);
  });

  test('no such context', async () => {
    const result = await boxcutter(['list', '--context', 'no-such-context']);
    expect(result).toBeOneMessage();
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/no-such-context/);
    expect(result.stderr).toMatch(/boxcutter-test/); // What there is instead.
  });

  test('an expired certificate', async () => {
    const server = createServer({ cert: expiredCert, key: expiredKey }, (_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const said = await withConfig('expired', changedKubeconfig(({ clusters: [first] }) => {
        if (first) first.cluster = { 'server': `https://localhost:${port}`, 'certificate-authority-data': Buffer.from(caCert).toString('base64') };
      }));
      expect(said).toMatch(/its certificate expired \(on 2021-02-03\)/);
      expect(said).toContain('Renew the certificate');
    } finally {
      server.close();
    }
  });

  test('no permission', async () => {
    const file = scratch.write('forbidden.yaml', good('forbidden'));
    const result = await apply(file, '-n', bench.namespace, '--as', 'nobody-at-all');
    expect(result).toBeOneMessage();
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/User "nobody-at-all" cannot/);
    expect(result.stderr).toContain('permission');
    expect(await bench.test.contents()).toEqual([]);
  });
});
