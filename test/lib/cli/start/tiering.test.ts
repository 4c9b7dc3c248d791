import { execFileSync } from 'node:child_process';
import { optimiseLate } from '../../../../lib/cli/start/tiering';

const flagsFor = (v8: string): readonly string[] => {
  const flags: string[] = [];
  optimiseLate(v8, (flag) => void flags.push(flag));
  return flags;
};

test('Versions of V8 that are known get the flag, and others none', () => {
  expect(flagsFor('11.3.244.8-node.38')).toEqual(['--interrupt-budget=1000000']);
  expect(flagsFor('13.6.233.10-node.28')).toHaveLength(1);
  expect(flagsFor('99.0.1')).toEqual([]);
});

test('This Node knows the flag, where it is given one', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const flag of flagsFor(process.versions.v8)) expect(options).toContain(`${flag.replace(/=.*/, '')} (`);
});
