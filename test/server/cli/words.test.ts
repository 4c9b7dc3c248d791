/**
 * What the command says about itself: help, version, completion; and how long it takes to say it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands as all } from '../../../lib/cli/commands';
import { boxcutter, buildCommand, root } from './command';

beforeAll(buildCommand);

const commands = all.map(({ name }) => name);
const below = all.flatMap((each) => (each.subcommands ?? []).map((sub) => `${each.name} ${sub.name}`));

test('the help names every command and the exit codes', async () => {
  const { code, stdout } = await boxcutter(['--help']);
  expect(code).toBe(0);
  for (const command of commands) expect(stdout).toMatch(new RegExp(`boxcutter ${command}\\b`));
  expect(stdout).toContain('Exit codes: 0 done, 1 failed');
});

describe('docs/commands', () => {
  test('says what the help of every command says, and docs/output.md what the schemas say', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'docs.mjs'), '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each([...commands, ...below.filter((name) => !name.startsWith('cluster '))])('%s has an example', (command) => {
    const [name = ''] = command.split(' ');
    const text = readFileSync(join(root, 'docs', 'commands', `${name}.md`), 'utf8');
    const [, help] = text.split(new RegExp(`^##? boxcutter ${command}\n`, 'm'));
    expect(help?.split('\n## ')[0]).toMatch(new RegExp(`Examples:\\n  (.* \\| )?boxcutter ${command}`));
  });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(await boxcutter(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test.each([['/bin/bash', 'complete -o bashdefault'], ['/bin/zsh', '#compdef boxcutter']])('completion for %s', async (shell, marker) => {
  const { code, stdout } = await boxcutter(['completion'], { env: { SHELL: shell } });
  expect(code).toBe(0);
  expect(stdout).toContain(marker);
});

test('completion knows commands and options', async () => {
  expect((await boxcutter(['--get-yargs-completions', 'boxcutter', 'he'])).stdout).toMatch(/^history/m);
  expect((await boxcutter(['--get-yargs-completions', 'boxcutter', 'apply', '--name'])).stdout).toMatch(/^--namespace/m);
});

test('colours and redrawing are for terminals only', async () => {
  const { stdout, stderr } = await boxcutter(['status', 'nobody'], { env: { NO_COLOR: '' } });
  expect(`${stdout}${stderr}`).not.toMatch(/\u001b/);
});

test('it starts at once: what a subcommand needs is loaded when it runs', async () => {
  const took = async (work: () => unknown): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const times: number[] = [];
  const bare: number[] = [];
  // In turn, so that a busy machine is busy for both.
  for (let i = 0; i < 5; i++) {
    bare.push(await took(() => spawnSync(process.execPath, ['-e', '0'])));
    times.push(await took(() => boxcutter(['--version'])));
  }
  // 70 ms on an idle machine, of which Node itself takes 50.
  expect(Math.min(...times)).toBeLessThan(5 * Math.min(...bare));
});
