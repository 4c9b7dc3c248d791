/** Help that fits the terminal: every subcommand, at every usual width. */
import { commands, type AnyCommand } from '../../../../lib/cli/commands';
import { applyWords } from '../../../../lib/cli/commands/apply';
import { helpLines, type HelpOf } from '../../../../lib/cli/output/help';

const overview = { commands, describe: 'What it is for.', epilogue: 'Exit codes: 0 done.' };

const helps = (list: readonly AnyCommand[], before: readonly string[] = []): readonly HelpOf[] => list.flatMap((command) => {
  const names = [...before, command.name];
  return [{ names, command }, ...helps(command.subcommands ?? [], names)];
});
const all: readonly HelpOf[] = [{ names: [] }, ...helps(commands)];

test.each([80, 100, 120])('fits %d columns: only a line to type may be longer, and no name of an option is broken', (width) => {
  for (const help of all) {
    const lines = helpLines(help, overview, width);
    const typed = (help.command?.examples ?? []).map(([line]) => `  ${line.replaceAll('$0', 'boxcutter')}`);
    expect(lines.filter((line) => line.length > width && !typed.includes(line))).toEqual([]);
    for (const name of Object.keys(help.command?.subcommands === undefined ? (help.command?.options ?? {}) : {})) {
      expect(lines.some((line) => line.split(/[ ,]+/).includes(`--${name}`))).toBe(true);
    }
  }
});

test('a name that leaves no room for what it means stands on a line of its own', () => {
  const { subcommands: _, ...command } = { ...applyWords, subcommands: undefined, run: () => Promise.resolve(0) };
  const lines = helpLines({ names: ['apply'], command }, overview, 80);
  const at = lines.findIndex((line) => line.endsWith('--dangerously-accept-bundles-without-config-schema'));
  expect(lines[at + 1]).toMatch(/^ +Accept a configuration without checking it/);
  expect(lines).toContain('boxcutter apply <path> [more..]');
});

test('the overview names every subcommand, and the exit codes below', () => {
  const lines = helpLines({ names: [] }, overview, 80);
  for (const { name } of commands) expect(lines.some((line) => line.startsWith(`  boxcutter ${name}`))).toBe(true);
  expect(lines.at(-1)).toBe('Exit codes: 0 done.');
});
