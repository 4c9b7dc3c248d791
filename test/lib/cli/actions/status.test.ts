import { verdict } from '../../../../lib/cli/actions/status';

describe('the exit code of a look', () => {
  const result = { phases: [], removed: [], complete: false, failed: false };
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
