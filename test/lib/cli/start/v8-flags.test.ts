import { execFileSync } from 'node:child_process';
import { setV8Flags } from '../../../../lib/cli/start/v8-flags';

const flagsFor = (v8: string): readonly string[] => {
  const flags: string[] = [];
  setV8Flags(v8, (flag) => void flags.push(flag));
  return flags;
};

test.each([
  ['Node 20', '11.3.244.8-node.38', [
    '--interrupt-budget=1000000', '--semi-space-growth-factor=1', '--no-parallel-scavenge', '--heap-growing-percent=60',
  ]],
  ['Node 22', '12.4.254.21-node.57', ['--semi-space-growth-factor=1']],
  ['Node 24', '13.6.233.17-node.53', ['--semi-space-growth-factor=1']],
  ['a version that is not known', '99.0.1', []],
])('%s gets the flags that its V8 has', (_, v8, flags) => expect(flagsFor(v8)).toEqual(flags));

test('this Node knows the flags that it is given', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const flag of flagsFor(process.versions.v8)) expect(options).toContain(`${flag.replace(/=.*/, '').replace('--no-', '--')} (`);
});
