/**
 * How a whole command reaches the API server: over one connection, with discovery asked once. Counted on the way to the server, where the
 * command speaks TLS, and in the server's own audit log.
 */
import { BUILD_TIMEOUT, helmProgram } from '../../lib/formats/helm/helm';
import { chartYaml } from '../../lib/formats/helm/sample-chart';
import { AuditLog } from '../support/audit';
import { commandBench, manifests, proxyOfCluster, start, type Finished, type Running } from './command';

const bench = commandBench();
let helm: string;
beforeAll(() => {
  helm = helmProgram();
}, BUILD_TIMEOUT);

/** A chart: what the cluster is and what was configured before is asked before it is rendered. */
function chart(version: string): string {
  bench.scratch.write(`${version}/Chart.yaml`, chartYaml.replace('1.2.3', version));
  bench.scratch.write(`${version}/values.yaml`, 'size: "1"\n');
  bench.scratch.write(`${version}/values.schema.json`, '{"type":"object","properties":{"size":{"type":"string"}}}');
  bench.scratch.write(
    `${version}/templates/settings.yaml`,
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { size: {{ .Values.size | quote }}, chart: {{ .Chart.Version }} }\n',
  );
  return `${bench.scratch.path}/${version}`;
}

interface Counted {
  readonly finished: Finished;
  /** The connections of the command, as they were opened and closed. */
  readonly callers: readonly string[];
  /** Requests for what the server is and serves, by path. */
  readonly discovery: Readonly<Record<string, number>>;
  /** Each watch has a connection of its own. */
  readonly watches: number;
}

let users = 0;

/** Runs the command through a proxy that counts, as a user of its own, by whom its requests are known. */
async function counted(words: readonly string[], meanwhile: (run: Running) => Promise<void> = () => Promise.resolve()): Promise<Counted> {
  const user = `counted-${process.pid}-${(users += 1)}`;
  const { proxy, config } = await proxyOfCluster();
  const audit = new AuditLog();
  try {
    const path = bench.scratch.write(`${user}.json`, config);
    const run = start(bench.in_(...words, '--kubeconfig', path, '--as', user, '--as-group', 'system:masters'), { env: { HELM: helm } });
    await meanwhile(run);
    const finished = await run.finished;
    const events = await audit.events(({ impersonatedUser }) => impersonatedUser?.username === user);
    const discovery: Record<string, number> = {};
    for (const { requestURI } of events.filter(({ objectRef }) => objectRef === undefined)) {
      const [path = ''] = requestURI.split('?');
      discovery[path] = (discovery[path] ?? 0) + 1;
    }
    return { finished, callers: proxy.callers, discovery, watches: events.filter(({ verb }) => verb === 'watch').length };
  } finally {
    proxy.close();
  }
}

/**
 * Discovery is two requests at once, so two connections; everything after it goes over these, until the end, watches apart. A second
 * connection of the command would ask again, or open further ones after these were closed.
 */
function expectOneConnection({ callers, discovery, watches }: Counted, facts: Readonly<Record<string, number>>): void {
  expect(discovery).toEqual({ '/api': 1, '/apis': 1, ...facts });
  const opened = callers.filter((caller) => caller.startsWith('open'));
  expect(opened).toHaveLength(2 + watches);
  const before = callers.slice(0, callers.lastIndexOf(opened.at(-1) ?? ''));
  expect(before.filter((caller) => caller === 'close 1' || caller === 'close 2')).toEqual([]);
}

/** What templates see of the cluster. */
const VERSION = { '/version': 1 };

test.each<[what: string, words: () => string[], says: RegExp]>([
  ['apply --plan of a bundle', () => ['apply', '--plan', '--yes', chart('1.0.0'), '--set-string', 'size=2'], /1 to create[^]*1 created/],
  ['apply --plan of its next version', () => ['apply', '--plan', '--yes', chart('1.1.0'), '--reuse-config'], /1 to change[^]*1 updated/],
  ['apply of a bundle', () => ['apply', chart('1.2.0'), '--reuse-config'], /1 updated/],
  ['plan of a bundle', () => ['plan', chart('1.2.0'), '--reuse-config'], /nothing was written/],
])('%s: one connection, discovery once', async (_what, words, says) => {
  const run = await counted(words());
  expect(run.finished).toMatchObject({ code: 0, stdout: expect.stringMatching(says) });
  expectOneConnection(run, VERSION);
});

test('apply --watch of a bundle: one connection, discovery once', async () => {
  const run = await counted(['apply', '--watch', chart('1.2.0'), '--reuse-config'], async (running) => {
    await running.printed(/Keeping 1 object/);
    running.child.kill('SIGINT');
  });
  expect(run.finished.code).toBe(0);
  expectOneConnection(run, VERSION);
});

test('apply --plan and --watch of plain objects: one connection, discovery once', async () => {
  const file = bench.scratch.write('plain.yaml', manifests.config('plain', '1'));
  const run = await counted(['apply', '--plan', '--yes', '--watch', file], async (running) => {
    await running.printed(/Keeping 1 object/);
    running.child.kill('SIGINT');
  });
  expect(run.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('1 to create') });
  expectOneConnection(run, {});
});
