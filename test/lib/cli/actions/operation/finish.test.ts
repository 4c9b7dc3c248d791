import { COMMAND_WORDS } from '../../../../../lib/cli/command-line/hints';
import { exitCode, finish } from '../../../../../lib/cli/actions/operation/finish';
import type { Session } from '../../../../../lib/cli/session';
import { type CollisionCause, type ObjectResult } from '../../../../../lib/engine';
import type { Outcome } from '../../../../../lib/runtime';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const outcome = (change: Partial<Outcome>, object?: ObjectResult): Outcome => ({
  extension: 'shop', revision: 1, status: 'complete', unchanged: false, newRevision: false, dryRun: false, paused: false,
  result: {
    phases: object === undefined ? [] : [{ name: 'configuration', status: 'failed', objects: [object] }],
    removed: [],
    complete: false,
    failed: false,
  },
  ...change,
});

describe('the exit code of a run', () => {
  const collision: ObjectResult = {
    action: 'Collision',
    cause: { type: 'unmanaged' },
    ref,
    phase: 'configuration',
  };
  const failure: ObjectResult = {
    action: 'Failed', cause: { type: 'unserved', apiVersion: 'v1', kind: 'ConfigMap' }, ref, phase: 'configuration',
  };
  test.each<[string, Outcome, 'interrupted' | 'timeout' | undefined, number]>([
    ['complete', outcome({}), undefined, 0],
    ['a dry run of changes', outcome({ status: 'incomplete', dryRun: true }), undefined, 10],
    ['a dry run of a deletion that would be complete', outcome({ dryRun: true }), undefined, 10],
    ['a dry run with nothing to do', outcome({ dryRun: true, unchanged: true }), undefined, 0],
    ['a dry run with nothing to do but to wait', outcome({ status: 'incomplete', dryRun: true, unchanged: true }), undefined, 0],
    ['failed', outcome({ status: 'failed' }, failure), undefined, 1],
    ['a dry run that was out of time', outcome({ status: 'incomplete', dryRun: true, stopped: 'out of time' }), 'timeout', 3],
    ['a dry run that was interrupted', outcome({ status: 'incomplete', dryRun: true, stopped: 'interrupted' }), 'interrupted', 130],
    ['a dry run that would fail', outcome({ status: 'failed', dryRun: true }, failure), undefined, 1],
    ['not waited for', outcome({ status: 'incomplete' }), undefined, 3],
    ['out of time', outcome({ status: 'incomplete', stopped: 'out of time' }), 'timeout', 3],
    ['paused', outcome({ status: 'incomplete', dryRun: true, paused: true }), undefined, 3],
    ['a collision', outcome({ status: 'failed' }, collision), undefined, 4],
    ['stopped, because another run has taken over', outcome({ status: 'incomplete', stopped: 'somebody took over' }), undefined, 5],
    [
      'done, but not on record',
      outcome({ status: 'incomplete', stopped: 'refused', unrecorded: { message: 'refused', category: 'server', isOnlyCause: true } }),
      undefined,
      1,
    ],
    [
      'done, but another run has the record',
      outcome({ status: 'incomplete', stopped: 'gone', unrecorded: { message: 'gone', category: 'locked', isOnlyCause: true } }),
      undefined,
      5,
    ],
    [
      'out of time, and not on record',
      outcome({ status: 'incomplete', stopped: 'out of time', unrecorded: { message: 'refused', category: 'server', isOnlyCause: false } }),
      'timeout',
      1,
    ],
    ['interrupted', outcome({ status: 'incomplete', stopped: 'interrupted' }), 'interrupted', 130],
    [
      'data that was kept before its deletion', outcome({ status: 'failed' }, { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'kept' }, ref, phase: 'p' }),
      undefined, 6,
    ],
    ['interrupted when all was done', outcome({}), 'interrupted', 0],
  ])('%s', (_what, result, ended, code) => {
    expect(exitCode(result, { ended: () => ended })).toBe(code);
  });
});

describe('what went wrong, with what to do', () => {
  const at = (name: string) => ({ ref: { ...ref, name }, phase: 'configuration' });
  const collision = (name: string): ObjectResult => ({ action: 'Collision', cause, ...at(name) });
  const failed = (name: string, message: string): ObjectResult => ({
    action: 'Failed',
    cause: { type: 'refused', ref: at(name).ref, request: 'update', status: { code: 403, reason: 'Forbidden', message, causes: [] } },
    ...at(name),
  });
  const run = async (objects: readonly ObjectResult[], tree: boolean): Promise<readonly string[]> => {
    let said = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said += String(text))));
    const result = { ...outcome({}).result, phases: [{ name: 'configuration', status: 'failed' as const, objects: [...objects] }] };
    const session = { cluster: { requests: () => ({}) }, ended: () => undefined } as unknown as Session;
    await finish(outcome({ status: 'failed', result }), session, {
      command: 'apply',
      words: COMMAND_WORDS,
      output: 'text',
      startedMs: 0,
      tree,
      resume: '',
      explain: '',
    });
    write.mockRestore();
    return said.replace(/\u001b\[\d+m/g, '').split('\n').slice(0, -2);
  };
  const elsewhere = {
    apiVersion: 'v1',
    kind: 'Secret',
    name: 'boxcutter.shop',
    namespace: 'default',
    uid: 'theirs',
    namesake: 'elsewhere',
  } as const;
  const text = 'the extension of this name whose state is in namespace default';
  const cause: CollisionCause = { type: 'controlled', controller: { ...elsewhere, text } };
  const theirs = 'it is controlled by the extension of this name whose state is in namespace default; the collision protection None would take it over';
  const hint = '    It is installed already, with its state in namespace default: add --state-namespace default to continue with that one.';

  test('equal hints are said once, below the last that they are for', async () => {
    expect(await run([collision('a'), collision('b')], false)).toEqual([
      'shop revision 1: failed, none of its objects was written', `  ✗ ConfigMap shop/a: Collision: ${theirs}`, `  ✗ ConfigMap shop/b: Collision: ${theirs}`, hint,
    ]);
  });

  test('below the tree collisions are not printed a second time', async () => {
    const lines = await run([collision('a'), collision('b')], true);
    expect(lines.filter((line) => line.includes('Collision:'))).toHaveLength(2);
    expect(lines.slice(-2)).toEqual(['shop revision 1: failed, none of its objects was written', hint]);
  });

  test('a missing permission names the command that prints what is needed', async () => {
    const refused = (name: string): string => `ConfigMap shop/${name}: the API server refused to change ConfigMap.v1 shop/${name}`;
    const denied = 'configmaps "a" is forbidden: User "ada" cannot patch resource "configmaps" in API group "" in the namespace "shop"';
    const lines = await run([failed('a', denied), failed('b', denied), failed('c', 'exceeded quota: q')], false);
    expect(lines.slice(1)).toEqual([
      `  ✗ ${refused('a')}: ${denied}`, `  ✗ ${refused('b')}: ${denied}`,
      expect.stringMatching(/^ {4}Permissions are missing\. .*boxcutter bundle permissions PATH/), `  ✗ ${refused('c')}: exceeded quota: q`,
      '    Raise the quota of the namespace, or ask for less.',
    ]);
  });
});
