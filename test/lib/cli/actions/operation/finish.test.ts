import { exitCode, finish } from '../../../../../lib/cli/actions/operation/finish';
import { verdict } from '../../../../../lib/cli/actions/status';
import { counted, formatBytes, table } from '../../../../../lib/cli/output/terminal/table';
import { describePause } from '../../../../../lib/cli/output/pause';
import { countActions, countRequests, formatDuration } from '../../../../../lib/cli/output/run/summary';
import { wording } from '../../../../../lib/cli/output/run/tree-object';
import type { Session } from '../../../../../lib/cli/session';
import type { ObjectResult } from '../../../../../lib/engine/index';
import type { Outcome } from '../../../../../lib/runtime/index';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const outcome = (change: Partial<Outcome>, object?: ObjectResult): Outcome => ({
  extension: 'shop', revision: 1, status: 'complete', unchanged: false, newRevision: false, dryRun: false, paused: false,
  result: { phases: object === undefined ? [] : [{ name: 'configuration', status: 'failed', objects: [object] }], removed: [], complete: false, failed: false },
  ...change,
});

describe('the exit code of a run', () => {
  const collision: ObjectResult = { action: 'Collision', reason: 'it is theirs', ref, phase: 'configuration' };
  const failure: ObjectResult = { action: 'Failed', error: { message: 'refused' }, ref, phase: 'configuration' };
  test.each<[string, Outcome, 'interrupted' | 'timeout' | undefined, number]>([
    ['complete', outcome({}), undefined, 0],
    ['a dry run of changes', outcome({ status: 'incomplete', dryRun: true }), undefined, 0],
    ['failed', outcome({ status: 'failed' }, failure), undefined, 1],
    ['a dry run that was out of time', outcome({ status: 'incomplete', dryRun: true, stopped: 'out of time' }), 'timeout', 3],
    ['a dry run that was interrupted', outcome({ status: 'incomplete', dryRun: true, stopped: 'interrupted' }), 'interrupted', 130],
    ['a dry run that would fail', outcome({ status: 'failed', dryRun: true }, failure), undefined, 1],
    ['not waited for', outcome({ status: 'incomplete' }), undefined, 3],
    ['out of time', outcome({ status: 'incomplete', stopped: 'out of time' }), 'timeout', 3],
    ['paused', outcome({ status: 'incomplete', dryRun: true, paused: true }), undefined, 3],
    ['a collision', outcome({ status: 'failed' }, collision), undefined, 4],
    ['stopped, because another run has taken over', outcome({ status: 'incomplete', stopped: 'somebody took over' }), undefined, 5],
    ['done, but not on record', outcome({ status: 'incomplete', stopped: 'refused', unrecorded: { message: 'refused', category: 'server' } }), undefined, 1],
    ['done, but another run has the record', outcome({ status: 'incomplete', stopped: 'gone', unrecorded: { message: 'gone', category: 'locked' } }), undefined, 5],
    ['out of time, and not on record', outcome({ status: 'incomplete', stopped: 'out of time', unrecorded: { message: 'refused', category: 'server' } }), 'timeout', 1],
    ['interrupted', outcome({ status: 'incomplete', stopped: 'interrupted' }), 'interrupted', 130],
    ['interrupted when all was done', outcome({}), 'interrupted', 0],
  ])('%s', (_what, result, ended, code) => {
    expect(exitCode(result, { ended: () => ended })).toBe(code);
  });
});

describe('the exit code of a look', () => {
  const { result } = outcome({});
  test.each<[string, Parameters<typeof verdict>[0], 'interrupted' | 'timeout' | undefined, number, RegExp | undefined]>([
    ['healthy', { healthy: true, result }, undefined, 0, undefined],
    ['not as it should be', { healthy: false, result }, undefined, 3, undefined],
    ['without the content', { healthy: false }, undefined, 3, undefined],
    ['interrupted', { healthy: false, result }, 'interrupted', 130, /^Interrupted/],
    ['out of time', { healthy: false, result }, 'timeout', 3, /within 60 s/],
    ['the server went away', { healthy: false, result: { ...result, unreachable: 'no answer' } }, 'timeout', 1, /no answer/],
  ])('%s', (_what, look, ended, exit, remark) => {
    const said = verdict(look, ended);
    expect(said.exit).toBe(exit);
    if (remark === undefined) expect(said.remark).toBeUndefined();
    else expect(said.remark).toMatch(remark);
  });
});

test('a deletion counts apart what was not there', () => {
  const gone = { action: 'Deleted', ref, phase: 'configuration' } as const;
  expect(countActions([gone, { ...gone, wasAbsent: true }, gone])).toBe('2 deleted, 1 not there');
  expect([wording(gone), wording({ ...gone, wasAbsent: true }), wording({ ...gone, wasAbsent: true, wouldBe: true })]).toEqual(['deleted', 'was not there', 'is not there']);
});

test('a pause says who, since when and why', () => {
  const pause = { since: '2026-01-01T10:00:00Z', by: 'ada@desk' };
  expect(describePause(pause, new Date('2026-01-01T12:30:00Z'))).toBe('paused by ada@desk 3 h ago');
  expect(describePause({ ...pause, reason: 'freeze' }, new Date('2026-01-01T10:00:05Z'))).toBe('paused by ada@desk 5 s ago (freeze)');
});

test('requests are counted as writes, dry runs and reads', () => {
  expect(countRequests({ get: 2, list: 1, watch: 3, discovery: 2, create: 1, patch: 4, delete: 1, dryRun: 5 })).toBe('6 writes, 5 dry runs, 8 reads');
});

test('figures for people', () => {
  expect([0, 999, 12_345, 119_400, 150_000].map(formatDuration)).toEqual(['0.00 s', '1.00 s', '12 s', '119 s', '2 min 30 s']);
  expect([0, 1023, 1536, 3 * 1024 * 1024].map(formatBytes)).toEqual(['0 B', '1023 B', '1.5 KiB', '3.0 MiB']);
  expect([counted(1, 'object'), counted(0, 'object')]).toEqual(['1 object', '0 objects']);
  expect(table(['A', 'LONG'], [['wide', 'x'], ['b', '']])).toBe('A     LONG\nwide  x\nb');
  // A colour takes no room.
  expect(table(['A', 'B'], [['on', 'x'], ['off', 'y']], { A: (cell) => `<${cell}>` })).toBe('A    B\n<on>   x\n<off>  y');
});

describe('what went wrong, with what to do', () => {
  const at = (name: string) => ({ ref: { ...ref, name }, phase: 'configuration' });
  const collision = (name: string, reason: string): ObjectResult => ({ action: 'Collision', reason, ...at(name) });
  const failed = (name: string, message: string): ObjectResult => ({ action: 'Failed', error: { message, hint: 'Ask for permission.' }, ...at(name) });
  const run = async (objects: readonly ObjectResult[], tree: boolean): Promise<readonly string[]> => {
    let said = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said += String(text))));
    const result = { ...outcome({}).result, phases: [{ name: 'configuration', status: 'failed' as const, objects: [...objects] }] };
    const session = { cluster: { requests: () => ({}) }, ended: () => undefined } as unknown as Session;
    await finish(outcome({ status: 'failed', result }), session, { command: 'apply', output: 'text', startedMs: 0, tree, resume: '', explain: '' });
    write.mockRestore();
    return said.replace(/\u001b\[\d+m/g, '').split('\n').slice(0, -2);
  };
  const theirs = 'it is controlled by the extension of this name whose state is in namespace default; the collision protection None would take it over';
  const hint = '    It is installed already, with its state in namespace default: add --state-namespace default to go on with that one.';

  test('equal hints are said once, below the last that they are for', async () => {
    expect(await run([collision('a', theirs), collision('b', theirs)], false)).toEqual([
      'shop revision 1: failed, none of its objects was written', `  ✗ ConfigMap shop/a: Collision: ${theirs}`, `  ✗ ConfigMap shop/b: Collision: ${theirs}`, hint,
    ]);
  });

  test('below the tree collisions are not told a second time', async () => {
    const lines = await run([collision('a', theirs), collision('b', theirs)], true);
    expect(lines.filter((line) => line.includes('Collision:'))).toHaveLength(2);
    expect(lines.slice(-2)).toEqual(['shop revision 1: failed, none of its objects was written', hint]);
  });

  test('a missing permission names the command that prints what is needed', async () => {
    const denied = 'the API server refused to apply it: configmaps "a" is forbidden: User "ada" cannot patch resource "configmaps" in API group "" in the namespace "shop"';
    const lines = await run([failed('a', denied), failed('b', denied), failed('c', 'no')], false);
    expect(lines.slice(1)).toEqual([
      `  ✗ ConfigMap shop/a: ${denied}`, `  ✗ ConfigMap shop/b: ${denied}`,
      expect.stringMatching(/^ {4}Permissions are missing\. .*boxcutter bundle permissions PATH/), '  ✗ ConfigMap shop/c: no', '    Ask for permission.',
    ]);
  });
});
