/**
 * Runs that are interrupted, killed, cut off or not alone: what is said, the exit code, and that running again goes on.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { boxcutter, changedKubeconfig, commandBench, manifests, proxyOfCluster, start } from './command';

const bench = commandBench();
const { in_, scratch } = bench;

/** While no node has the label <name>, its Deployment does not become available, and the Ingress, of a later phase, waits. */
function gated(name: string): string {
  const gate = `nodeSelector: { ${name}: ${bench.namespace} }, `;
  return scratch.write(`${name}.yaml`, `${manifests.deployment(name, gate)}---\n${manifests.ingress(name)}`);
}

async function openGate(name: string): Promise<void> {
  const answer = await bench.cluster.patch({ apiVersion: 'v1', kind: 'Node', name: 'node-1' }, [{ op: 'add', path: `/metadata/labels/${name}`, value: bench.namespace }], 'test');
  expect(answer.type).toBe('object');
}

const WAITING = /Deployment .*: created, waiting: .*(available|updated|Available|condition)/;
const uidOf = async (name: string): Promise<string | undefined> => (await bench.test.get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: bench.namespace, name }))?.metadata.uid;

test('Ctrl-C ends a run in an orderly way, says how things are, and running again goes on', async () => {
  const file = gated('interrupted');
  const run = start(in_('apply', file));
  await run.said(WAITING);
  run.child.kill('SIGINT');
  const { code, stdout, stderr } = await run.finished;
  expect(code).toBe(130);
  expect(stdout).toMatch(/interrupted revision 1: interrupted\. What was done stays\. To continue, run the same command again\.\n[^]*… Deployment .*interrupted: /);
  expect(stderr).not.toMatch(/\n\s+at |could not be recorded/);
  expect((await boxcutter(in_('list'))).stdout).toMatch(/interrupted .* incomplete /);
  expect((await boxcutter(in_('status', 'interrupted'))).stdout).not.toContain('held by');
  const uid = await uidOf('interrupted');
  await openGate('interrupted');
  expect(await boxcutter(in_('apply', file))).toMatchObject({ code: 0, stdout: expect.stringMatching(/revision 1: complete\n1 created, 1 unchanged; /) });
  expect(await uidOf('interrupted')).toBe(uid);
});

test('of two runs at once the second is turned away at once, told who holds it, and the first is not disturbed', async () => {
  const file = gated('contended');
  const first = start(in_('apply', file));
  await first.said(WAITING);
  for (const args of [['apply', file], ['delete', 'contended'], ['apply', file, '--break-lock']]) {
    const second = await boxcutter(in_(...args));
    expect(second.code).toBe(5);
    expect(second.stderr).toMatch(/Extension "contended" is held by .*\(pid \d+\), which began "apply revision 1" \d+ s ago/);
    expect(second.stderr).not.toMatch(/\n\s+at /);
  }
  expect((await boxcutter(in_('status', 'contended'))).stdout).toMatch(/held by .* for "apply revision 1"/);
  await openGate('contended');
  expect(await first.finished).toMatchObject({ code: 0 });
});

test('an API server that goes away in the middle: the run waits for it, ends in time with one message, and running again goes on', async () => {
  const { proxy, config } = await proxyOfCluster();
  const kubeconfig = scratch.write('proxy.json', config);
  try {
    const file = gated('cut-off');
    const run = start(in_('apply', file, '--kubeconfig', kubeconfig, '--timeout', '4s'));
    await run.said(WAITING);
    proxy.cut();
    const { code, stdout, stderr } = await run.finished;
    expect([1, 3]).toContain(code);
    expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at /);
    expect(`${stdout}${stderr}`).toMatch(/cannot be reached|could not be recorded/);
    await proxy.mend();
    await openGate('cut-off');
    expect(await boxcutter(in_('apply', file, '--kubeconfig', kubeconfig))).toMatchObject({ code: 0, stdout: expect.stringContaining('revision 1: complete') });
  } finally {
    proxy.close();
  }
}, 60_000);

test('an API server that comes back in time is no trouble at all', async () => {
  const { proxy, config } = await proxyOfCluster();
  const kubeconfig = scratch.write('flaky.json', config);
  try {
    const run = start(in_('apply', gated('flaky'), '--kubeconfig', kubeconfig));
    await run.said(WAITING);
    proxy.cut();
    await sleep(500);
    await openGate('flaky');
    await proxy.mend();
    expect(await run.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('revision 1: complete') });
  } finally {
    proxy.close();
  }
});

describe('an API server that takes connections and says nothing', () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  let kubeconfig = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    kubeconfig = scratch.write('silent.json', changedKubeconfig(({ clusters: [first] }) => { if (first) first.cluster = { server }; }));
  });
  afterAll(() => {
    silent.close();
    sockets.forEach((socket) => socket.destroy());
  });

  test('--timeout ends the wait for it, as a failure of the server', async () => {
    const run = await boxcutter(in_('apply', gated('silent'), '--kubeconfig', kubeconfig, '--timeout', '1s'));
    expect(run).toBeOneMessage();
    expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(/The API server http:.* did not answer within 1 s/) });
  });

  test('Ctrl-C ends it, as an interruption', async () => {
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    const run = start(in_('list', '--kubeconfig', kubeconfig));
    await connected;
    run.child.kill('SIGINT');
    const finished = await run.finished;
    expect(finished).toBeOneMessage();
    expect(finished).toMatchObject({ code: 130, stderr: 'Error: Interrupted.\n' });
  });
});

test('a run whose output nobody reads any more goes on to its end and lets go', async () => {
  const file = gated('unread');
  const run = start(in_('apply', file));
  await run.said(WAITING);
  run.child.stdout?.destroy();
  run.child.stderr?.destroy();
  await openGate('unread');
  expect(await run.finished).toMatchObject({ code: 0, signal: null });
  expect((await boxcutter(in_('list'))).stdout).toMatch(/unread .* complete /);
});
