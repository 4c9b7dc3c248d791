/** `boxcutter history`: the revisions of an extension, newest first. */
import { history } from '../../../../lib/cli/actions/history';
import type { HistoryArgs } from '../../../../lib/cli/commands/history';
import type { RevisionRecord } from '../../../../lib/state';
import { capturedOutput, extensionOf, recordOf, revisionOf, startStateServer, type StateServer } from './state-server';

let server: StateServer;
beforeAll(async () => {
  server = await startStateServer();
});
afterEach(() => server.runs());
afterAll(() => server.stop());
const { out } = capturedOutput();

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const record = (number: number, more: Partial<RevisionRecord> = {}): RevisionRecord =>
  ({ number, digest: `sha256:${String(number).repeat(64)}`, at: ago(number + 1), ...more });
const run = (args: Partial<HistoryArgs> = {}): Promise<number> =>
  history({ kubeconfig: server.kubeconfig, extension: 'shop', output: 'text', ...args });

test('current, superseded, incomplete, rolled back; with the beginning of the digest', async () => {
  const revisions = [
    record(4, { rollbackOf: 2, by: 'ann@laptop' }), record(3, { completeAt: ago(3) }), record(2, { version: '1.0.0', completeAt: ago(2) }), record(1),
  ];
  server.holds(recordOf({ revisions }, 'home'));
  expect(await run()).toBe(0);
  expect(out().trimEnd().split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
    'REVISION | VERSION | STATUS | APPLIED | BY | CONTENT | CHANGES',
    '4 | - | incomplete, content of 2 | 5 min ago | ann@laptop | 444444444444 | -',
    '3 | - | superseded | 4 min ago | - | 333333333333 | 1.0.0 → no version',
    '2 | 1.0.0 | superseded | 3 min ago | - | 222222222222 | no version → 1.0.0',
    '1 | - | incomplete | 2 min ago | - | 111111111111 | -',
  ]);
});

test('the newest is current once it is complete', async () => {
  server.holds(recordOf({ revisions: [record(2, { completeAt: ago(1), rollbackOf: 1 })] }, 'home'));
  await run();
  expect(out()).toContain(' current, content of 1 ');
});

test('the document', async () => {
  const newest = record(2, { version: '1.1.0', completeAt: ago(1) });
  server.holds(recordOf({ revisions: [newest] }, 'ops'));
  expect(await run({ stateNamespace: 'ops', output: 'json' })).toBe(0);
  const { at, ...rest } = newest;
  expect(JSON.parse(out())).toEqual({ schema: 'boxcutter.history/v1', extension: 'shop', revisions: [{ ...rest, appliedAt: at }] });
});

test('of an extension of the controllers: who approved an upgrade, with when', async () => {
  const approval = (said: object) => ({ 'olm.operatorframework.io/approval': JSON.stringify(said) });
  server.holds();
  server.runs(
    extensionOf('shop'), revisionOf('shop', 1),
    revisionOf('shop', 2, { annotations: approval({ at: ago(120), manager: 'kubectl-patch' }) }),
    revisionOf('shop', 3, { annotations: approval({ at: ago(60), manager: 'boxcutter-approve', user: 'ann' }) }),
  );
  expect(await run()).toBe(0);
  expect(out().trimEnd().split('\n').map((line) => line.trim().split(/ {2,}/)[5])).toEqual([
    'APPROVED BY', 'ann, 60 min ago', 'somebody with kubectl-patch, 2 h ago', '-',
  ]);
  await run({ output: 'json' });
  const { revisions } = JSON.parse(out().slice(out().indexOf('{'))) as { readonly revisions: readonly object[] };
  expect(revisions).toEqual([
    expect.objectContaining({ approvedAt: expect.any(String) as string, approvedBy: { manager: 'boxcutter-approve', user: 'ann' } }),
    expect.objectContaining({ approvedBy: { manager: 'kubectl-patch' } }),
    expect.not.objectContaining({ approvedBy: expect.anything() as unknown }),
  ]);
});

test('an extension that is not there', async () => {
  server.holds(recordOf({ extension: 'web' }, 'home'));
  await expect(run()).rejects.toMatchObject({ category: 'input', message: expect.stringContaining('"shop"') as string });
  expect(out()).toBe('');
});
