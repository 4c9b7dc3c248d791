/** Charts from the command line: what is said about their hooks, and an upgrade of a chart that has its version in a hook. */
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { BUILD_TIMEOUT, helmProgram } from '../../../lib/formats/helm/helm';
import { chartFiles, chartYaml, definition, hook } from '../../../lib/formats/helm/sample-chart';
import { boxcutter, commandBench, type Finished } from '../command';
import { document } from '../documents';

const bench = commandBench();
const group = `charts-${process.pid.toString(36)}.example.com`;
let helm: string;
beforeAll(() => {
  helm = helmProgram();
}, BUILD_TIMEOUT);

const hooks = [
  hook('prepare', 'pre-install,pre-upgrade', { spec: 'ttlSecondsAfterFinished: 60' }).replace('run:1', 'run:{{ .Chart.Version }}'),
  hook('rights', 'pre-install', { policy: 'hook-succeeded', kind: 'ServiceAccount' }),
  hook('try', 'test'),
  hook('sweep', 'post-delete'),
  hook('migrate', 'pre-upgrade'),
].join('---\n');

/** What the documents say of those that are not run. */
const hooksNotRun: unknown = expect.arrayContaining([
  { kind: 'Job', name: 'try', events: ['test'] },
  { kind: 'Job', name: 'sweep', events: ['post-delete'] },
  { kind: 'Job', name: 'migrate', events: ['pre-upgrade'] },
]);

/** The document, against its published schema; what is said of hooks stands beside it. */
const published = (result: Finished): Record<string, unknown> => document({ ...result, stderr: '' });

/** Writes a version of the chart, and gives its folder. */
function shop(version: string): string {
  const files = chartFiles({
    'Chart.yaml': chartYaml.replace('1.2.3', version),
    'templates/hooks.yaml': hooks,
    'crds/shops.yaml': definition(group),
    '.ci/colour': 'red',
    'templates/colour.yaml': COLOUR,
  });
  for (const path of files.paths()) bench.scratch.write(`${version}/${path}`, files.read(path)?.toString() ?? '');
  return `${bench.scratch.path}/${version}`;
}

const COLOUR = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: colour }\ndata: { colour: {{ .Files.Get ".ci/colour" }} }\n';

const run = (...args: string[]): Promise<Finished> => boxcutter(bench.in_(...args), { env: { HELM: helm } });

describe('hooks', () => {
  // Definitions are not of a namespace, and outlive it.
  afterAll(async () => void (await run('delete', 'shop', '--ignore-not-found')));

  test('bundle render says all that hooks do otherwise than with helm', async () => {
    const rendered = await run('bundle', 'render', shop('1.0.0'), '--objects');
    expect(rendered.code).toBe(0);
    for (const name of [
      'Job prepare: helm runs',
      'ServiceAccount rights: helm deletes',
      'Job try is a hook for test',
      '1 hook of the chart is not run: Job sweep (post-delete)',
      'Job migrate is a hook of upgrades',
      'Job prepare: ttlSecondsAfterFinished',
    ]) {
      expect(rendered.stderr).toContain(name);
    }
    expect(rendered.stdout).toContain('colour: red');
  });

  test('apply and plan say only what may be missing; another version of the chart runs its hook anew', async () => {
    const first = await run('apply', shop('1.0.0'), '--yes');
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('Job migrate is a hook of upgrades alone');
    expect(first.stderr).toContain('1 hook of the chart is not run: Job sweep (post-delete)');
    expect(first.stderr).not.toMatch(/hook for test|helm runs|helm deletes|ttlSeconds/);

    const plan = await run('plan', shop('1.1.0'), '-o', 'json');
    expect(plan.code).toBe(10);
    expect(plan.stderr.match(/Job sweep/g)).toHaveLength(1);
    expect(published(plan)).toMatchObject({ hooksNotRun });
    expect(plan.stderr).not.toMatch(/hook for test|helm runs|helm deletes|ttlSeconds/);
    expect(new Set(plan.stdout.match(/\bprepare-[0-9a-f]{8}\b/g)).size).toBe(2);

    const again = await run('apply', shop('1.1.0'), '--yes', '-o', 'json');
    expect(again).toMatchObject({ code: 0 });
    expect(published(again)).toMatchObject({ hooksNotRun });
    const names = [...new Set(again.stdout.match(/\bprepare-[0-9a-f]{8}\b/g))];
    expect(names).toHaveLength(2);
    const there = await Promise.all(names.map(async (name) => (await bench.test.get({
      apiVersion: 'batch/v1',
      kind: 'Job',
      namespace: bench.namespace,
      name,
    })) !== undefined));
    expect(there.filter(Boolean)).toHaveLength(1);

    const third = await run('apply', shop('1.1.0'), '--yes', '-o', 'json');
    expect(third).toMatchObject({ code: 0 });
    expect(JSON.parse(third.stdout)).toMatchObject({ unchanged: true });
    const gone = await run('delete', 'shop');
    expect(gone).toMatchObject({ code: 0 });
    expect(gone.stderr).toContain('The chart has 1 hook of deletion that boxcutter does not run: Job sweep (post-delete). If you need what it does');
  });
});

describe('a signal while helm runs', () => {
  /** Renders with a helm that sends a signal to the command; what is in the folder for temporary files afterwards. */
  async function interrupted(signal: string): Promise<{ readonly result: Finished; readonly temporary: string }> {
    const temporary = `${bench.scratch.path}/temporary-${signal}`;
    mkdirSync(temporary);
    const script = bench.scratch.write(`helm-${signal}`, `#!/bin/sh\nif [ "$1" = version ]; then echo v4.3.1; exit; fi\nkill -${signal} "$PPID"\nexit 1\n`);
    chmodSync(script, 0o755);
    const words = ['bundle', 'render', shop('2.0.0'), '-n', 'shop', '--set', 'password=hunter2'];
    return { result: await boxcutter(words, { env: { HELM: script, TMPDIR: temporary } }), temporary };
  }

  test.each(['INT', 'TERM', 'HUP', 'QUIT'])('%s ends the command, and nothing is left', async (signal) => {
    const { result, temporary } = await interrupted(signal);
    expect([result.signal, result.code]).not.toEqual([null, 0]);
    expect(`${result.stdout}${result.stderr}`).not.toContain('hunter2');
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('KILL leaves no values, and a folder that only its owner can enter; the next run removes it', async () => {
    const { result, temporary } = await interrupted('KILL');
    expect(result.signal).toBe('SIGKILL');
    const [name = ''] = readdirSync(temporary);
    expect(statSync(`${temporary}/${name}`).mode & 0o777).toBe(0o700);
    const files = readdirSync(`${temporary}/${name}`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const contents = files.map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'));
    expect(contents.length).toBeGreaterThan(0);
    expect(contents.join('')).not.toContain('hunter2');
    await boxcutter(['bundle', 'render', shop('2.0.0'), '-n', 'shop'], { env: { HELM: helm, TMPDIR: temporary } });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
