/** `boxcutter list`: a line for each record, whatever state it is in. */
import { list } from '../../../../lib/cli/actions/list';
import type { ListArgs } from '../../../../lib/cli/commands/list';
import type { Head, RevisionRecord } from '../../../../lib/state';
import { capturedOutput, recordOf, startStateServer, type StateServer } from './state-server';

let server: StateServer;
beforeAll(async () => {
  server = await startStateServer();
});
afterAll(() => server.stop());
const { out, err } = capturedOutput();

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const revision: RevisionRecord = { number: 3, version: '1.2.0', digest: 'sha256:abc', at: ago(5), completeAt: ago(4) };
const { completeAt: _, ...unfinished } = revision;
const entry = { ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'home' }, phase: 'deploy', order: 0 };
const paused = (reason: string): Partial<Head> => ({ revisions: [revision], paused: { since: ago(1), by: 'ada@host', reason } });

const run = (args: Partial<ListArgs> = {}): Promise<number> =>
  list({ kubeconfig: server.kubeconfig, allNamespaces: false, watch: false, output: 'text', ...args });
const rows = (): readonly string[] => out().trimEnd().split('\n').slice(1).map((line) => line.trim().replace(/ {2,}/g, ' | '));

test.each<[what: string, head: Partial<Head>, row: RegExp]>([
  ['complete', { revisions: [revision], inventory: [entry] }, /^shop \| home \| 1\.2\.0 \| 3 \| complete \| 1 \| 5 min$/],
  ['not complete', { revisions: [unfinished] }, /^shop \| home \| 1\.2\.0 \| 3 \| incomplete \| 0 \| 5 min$/],
  ['recovered: there is no revision', {}, /^shop \| home \| - \| - \| recovered \| 0 \| -$/],
  ['being deleted', { revisions: [revision], deleting: true }, / \| deleting \| /],
  ['paused, with the reason', paused('freeze\nuntil Monday'), / \| paused: freeze until Monday \| /],
  ['with a version that fills the terminal', { revisions: [{ ...revision, version: '1'.repeat(70) }] }, / \| 1{59}… \| /],
  ['paused, with a long reason', paused('a'.repeat(40)), new RegExp(` \\| paused: a{29}… \\| `)],
])('%s', async (_what, head, row) => {
  server.holds(recordOf(head, 'home'));
  expect(await run()).toBe(0);
  expect(out()).toMatch(/^EXTENSION +STATE IN +VERSION +REVISION +STATUS +OBJECTS +AGE\n/);
  expect(rows()).toEqual([expect.stringMatching(row)]);
});

test('of one namespace: that of the state, else that of the objects, else that of the context; -A: of all', async () => {
  server.holds(recordOf({}, 'home'), recordOf({ extension: 'web' }, 'ops'), recordOf({ extension: 'api' }, 'team'));
  const names = async (args: Partial<ListArgs>): Promise<readonly unknown[]> => {
    const before = out().length;
    expect(await run({ ...args, output: 'json' })).toBe(0);
    return (JSON.parse(out().slice(before)) as { extensions: { extension: string }[] }).extensions.map(({ extension }) => extension);
  };
  expect(await names({})).toEqual(['shop']);
  expect(await names({ namespace: 'ops' })).toEqual(['web']);
  expect(await names({ namespace: 'ops', stateNamespace: 'team' })).toEqual(['api']);
  expect(await names({ allNamespaces: true })).toEqual(['api', 'shop', 'web']);
});

test('none: where it looked, and how to look elsewhere', async () => {
  server.holds();
  await run();
  await run({ allNamespaces: true });
  expect(out()).toBe(
    'No extension has its state in namespace home. All namespaces: boxcutter list -A\nNo extension has its state in any namespace.\n',
  );
});

test('megabytes that tenants write into a record are not shown', async () => {
  const long = 'x'.repeat(2_000_000);
  const head: Partial<Head> = { revisions: [{ ...revision, version: long }], packageName: long, paused: { since: ago(1), by: long, reason: long } };
  server.holds(recordOf(head, 'home'));
  await run({ output: 'json' });
  expect(out().length).toBeLessThan(10_000);
});

test('the document has what is known of each, and nothing else', async () => {
  server.holds(recordOf({ revisions: [revision], packageName: 'shop-operator' }, 'home'), recordOf({ extension: 'web' }, 'home'));
  await run({ output: 'json' });
  expect(JSON.parse(out())).toEqual({
    schema: 'boxcutter.list/v1',
    extensions: [
      {
        extension: 'shop', stateNamespace: 'home', runBy: 'command', status: 'complete', objects: 0, packageName: 'shop-operator',
        revision: 3, version: '1.2.0', appliedAt: revision.at, completeAt: revision.completeAt,
      },
      { extension: 'web', stateNamespace: 'home', runBy: 'command', status: 'recovered', objects: 0 },
    ],
  });
});

test('a record that cannot be read is a note; the others are listed', async () => {
  server.holds(recordOf({ extension: 'odd' }, 'home', true), recordOf({ extension: 'web' }, 'home'));
  expect(await run()).toBe(0);
  expect(rows()).toEqual([expect.stringMatching(/^web \| /)]);
  expect(err()).toMatch(/boxcutter\.odd/);
});
