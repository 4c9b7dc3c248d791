/**
 * What the shell offers while a command is typed: of the cluster and the kubeconfig, quickly or not at all.
 */
import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { boxcutter, bundle, changedKubeconfig, commandBench, manifests } from './command';

const bench = commandBench();
const offered = async (line: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
  const { code, stdout, stderr } = await boxcutter(['--get-yargs-completions', 'boxcutter', ...line.split(' ')], { env: { SHELL: '/bin/bash', ...env } });
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((name) => name !== '');
};

/** On a busy machine the time may be over before there is an answer; a person presses the key again. */
async function offeredAtLast(line: string): Promise<readonly string[]> {
  for (;;) {
    const found = await offered(line);
    if (found.length > 0) return found;
  }
}

test('extensions, their objects, namespaces and contexts', async () => {
  for (const name of ['shop', 'shed', 'other']) expect((await bench.run('apply', bench.scratch.write(`${name}.yaml`, manifests.config(`${name}-settings`, '1')))).code).toBe(0);
  const place = `-n ${bench.namespace}`;
  expect(await offeredAtLast(`status ${place} `)).toEqual(['other', 'shed', 'shop']);
  expect(await offeredAtLast(`delete ${place} sh`)).toEqual(['shed', 'shop']);
  expect(await offeredAtLast(`orphan ${place} shop `)).toEqual(['ConfigMap/shop-settings']);
  expect(await offeredAtLast(`status shop -n ${bench.namespace.slice(0, -2)}`)).toContain(bench.namespace);
  expect(await offered('status shop --context boxcutter')).toContainEqual(expect.stringMatching(/^boxcutter-test/));
  expect(await offered('get shop m')).toEqual(['manifest']);
  expect(await offered('status --st')).toContain('--state-namespace');
  for (const name of ['shop', 'shed', 'other']) await bench.run('delete', name);
});

test('a colon does not end a word in zsh', async () => {
  const kubeconfig = bench.scratch.write('colons.json', changedKubeconfig((config) => {
    const { contexts } = config as unknown as { contexts: { name: string }[] };
    (contexts[0] as { name: string }).name = 'arn:one';
    config['current-context'] = 'arn:one';
  }));
  expect(await offered(`status --kubeconfig ${kubeconfig} --context arn`)).toEqual(['arn:one']);
  expect(await offered(`status --kubeconfig ${kubeconfig} --context arn`, { SHELL: '/bin/zsh' })).toEqual(['arn\\:one']);
});

describe('trouble is no reason to make anybody wait, or to say a word', () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    silent.close();
    sockets.forEach((socket) => socket.destroy());
  });

  test('a server that does not answer', async () => {
    const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const kubeconfig = bench.scratch.write('silent.json', changedKubeconfig(({ clusters: [first] }) => { if (first) first.cluster = { server }; }));
    const started = performance.now();
    expect(await offered(`status --kubeconfig ${kubeconfig} `)).toEqual([]);
    // 0.8 s, and the start of the process; the bound leaves room for a busy machine.
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(sockets.size).toBeGreaterThan(0);
  });

  test('no kubeconfig, and a credential plugin that hangs', async () => {
    expect(await offered('status ', { KUBECONFIG: `${bench.scratch.path}/none` })).toEqual([]);
    const sleeping = { command: process.execPath, args: ['-e', 'setTimeout(() => {}, 60000)'] };
    const plugin = { apiVersion: 'client.authentication.k8s.io/v1', ...sleeping, interactiveMode: 'Never' };
    const hanging = changedKubeconfig((config) => {
      (config as unknown as { users: { user: object }[] }).users.forEach((user) => (user.user = { exec: plugin }));
    });
    const started = performance.now();
    expect(await offered(`status --kubeconfig ${bench.scratch.write('hanging.json', hanging)} `)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

test('bash completes with the script that the command prints', async () => {
  const { stdout: script } = await boxcutter(['completion'], { env: { SHELL: '/bin/bash' } });
  const file = bench.scratch.write('named.yaml', manifests.config('named-settings', '1'));
  expect((await bench.run('apply', file)).code).toBe(0);
  // The script calls the command by the name or path by which it was called.
  const test = `${script.replaceAll(/\$\(\S*boxcutter\S* --get/g, `$("${process.execPath}" "${bundle}" --get`)}
COMP_WORDS=(boxcutter status -n ${bench.namespace} na); COMP_CWORD=4
_boxcutter_yargs_completions || _boxcutter.js_yargs_completions
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, KUBECONFIG: process.env['BOXCUTTER_TEST_KUBECONFIG'] ?? '', SHELL: '/bin/bash' };
  let found = '';
  while (found === '') found = spawnSync('bash', ['-c', test], { encoding: 'utf8', env }).stdout.trim();
  expect(found).toBe('named');
  await bench.run('delete', 'named');
});
