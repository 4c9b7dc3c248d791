/** The subcommands as data: how they are typed, and which options may be given several times. */
import { commands, inCode, listsOf, shapeOf, valuedOptionsOf, type Command } from '../../../../lib/cli/commands';
import { subcommand, words } from '../../../../lib/cli/commands/command';

const all: readonly Command[] = commands.flatMap((command) => (command.subcommands === undefined ? [command] : command.subcommands));
const sample = subcommand(words({
  name: 'sample',
  describe: '',
  positionals: {
    one: { type: 'string', demandOption: true },
    some: { type: 'string', array: true },
  },
  options: {
    'dry-run': { type: 'boolean', default: false },
    'state-namespace': { type: 'string', alias: 'n' },
    'crd-waiver': { type: 'string', array: true, alias: ['waiver'] },
    'port': { type: 'number' },
  },
}), () => Promise.resolve((args) => Promise.resolve(args.dryRun ? args.one.length : (args.port ?? 0))));

test('how a subcommand is typed: what is needed in angle brackets, what takes all the rest with two dots', () => {
  expect(shapeOf(sample)).toBe('sample <one> [some..]');
  expect(commands.map(shapeOf)).toEqual(expect.arrayContaining([
    'apply <path> [more..]', 'orphan <extension> [objects..]', 'explain <extension> [object]', 'bundle <command>', 'list',
  ]));
});

test('lists, and options that a value follows, in all the ways in which they are spelled', () => {
  expect([...listsOf(sample)]).toEqual(['_', 'some', 'crd-waiver', 'crdWaiver', 'waiver']);
  expect(valuedOptionsOf(sample)).toEqual(['--state-namespace', '-n', '--crd-waiver', '--waiver', '--port']);
});

test('an action is loaded when it runs, and is given what the parser made', async () => {
  expect(await sample.run({ one: 'abc', dryRun: true })).toBe(3);
  expect(await sample.run({ one: 'abc', dryRun: false, port: 7 })).toBe(7);
});

test('names in code', () => {
  expect(['dry-run', 'output', 'dangerously-accept-bundles'].map(inCode)).toEqual(['dryRun', 'output', 'dangerouslyAcceptBundles']);
});

test('what is needed stands before what may be left out, and what takes all the rest is last', () => {
  for (const { name, positionals } of all) {
    const kinds = Object.values(positionals).map(({ demandOption, array }) => (array === true ? 2 : demandOption === true ? 0 : 1));
    expect([name, kinds]).toEqual([name, [...kinds].sort()]);
  }
});

test('no option of a subcommand has the name or letter of another', () => {
  for (const { name, options } of all) {
    const spelled = Object.entries(options).flatMap(([option, { alias }]) => [option, ...[alias ?? []].flat()]);
    expect([name, spelled.filter((option, at) => spelled.indexOf(option) !== at)]).toEqual([name, []]);
  }
});
