import { execFileSync } from 'node:child_process';
import { setV8Flags } from '../../../../lib/cli/start/v8-flags';

const flagsFor = (v8: string): readonly string[] => {
  const flags: string[] = [];
  setV8Flags(v8, (flag) => void flags.push(flag));
  return flags;
};

test('Versions of V8 that are known get the flags, and others none', () => {
  const flags = ['--interrupt-budget=1000000', '--semi-space-growth-factor=1'];
  expect(flagsFor('11.3.244.8-node.38')).toEqual(flags);
  expect(flagsFor('13.6.233.10-node.28')).toEqual(flags);
  expect(flagsFor('99.0.1')).toEqual([]);
});

test('This Node knows the flags, where it is given any', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const flag of flagsFor(process.versions.v8)) expect(options).toContain(`${flag.replace(/=.*/, '')} (`);
});
