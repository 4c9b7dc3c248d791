/** Mistakes in the words of the command line: what is said of them, and which help is named. The parser itself runs, no subcommand does. */
import { runCommand } from '../../../../lib/cli/command-line/run';

let said: string;
beforeEach(() => {
  said = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))));
});
afterEach(() => jest.restoreAllMocks());

const mistake = async (line: string): Promise<readonly string[]> => {
  said = '';
  expect(await runCommand(line.split(' ').filter((word) => word !== ''))).toBe(2);
  const [message = '', hint = '', ...more] = said.replace(/\u001b\[\d+m/g, '').trimEnd().split('\n');
  expect(more).toEqual([]);
  return [message.replace('Error: ', ''), hint];
};

test.each<[string, string, string, string]>([
  [
    'an option that there is almost',
    'bundle validate ./x --strcit',
    'There is no option --strcit here.',
    'Did you mean --strict? See: boxcutter bundle validate --help',
  ],
  [
    'one of two words, reported once',
    'apply a.yaml --foo-bar-baz 1',
    'There is no option --foo-bar-baz here.',
    'See: boxcutter apply --help',
  ],
  [
    'as it was typed',
    'apply a.yaml --stateNamspace x',
    'There is no option --stateNamspace here.',
    'Did you mean --state-namespace? See: boxcutter apply --help',
  ],
  [
    'with its value behind =',
    'apply a.yaml --namspace=x',
    'There is no option --namspace here.',
    'Did you mean --namespace? See: boxcutter apply --help',
  ],
  [
    'one that switches off',
    'apply a.yaml --no-wiat',
    'There is no option --no-wiat here.',
    'Did you mean --no-wait? See: boxcutter apply --help',
  ],
  [
    'two of them',
    'apply a.yaml --namspace x --zzzzzz',
    'There are no options --namspace, --zzzzzz here.',
    'Did you mean --namespace? See: boxcutter apply --help',
  ],
  [
    'helm\'s word for the configuration',
    'apply ./chart --values v.yaml',
    'There is no option --values here.',
    'To give a file with the configuration of a bundle or chart, use --config FILE or -f FILE. See: boxcutter apply --help',
  ],
  ['an argument too many', 'history shop web', 'There is no further argument web here.', 'See: boxcutter history --help'],
])('%s', async (_, line, message, hint) => {
  expect(await mistake(line)).toEqual([message, hint]);
});

test.each<[string, string]>([
  ['apply --foo shop', 'There is no option --foo here.'],
  ['status -x shop', 'There is no option -x here.'],
  ['delete --all', 'There is no option --all here.'],
])('an option that there is not is the mistake, not what is missing because of it: %p', async (line, message) => {
  expect((await mistake(line))[0]).toBe(message);
});

test.each<[string, string]>([
  ['apply a.yaml --dry-run=server', '--dry-run is a switch, and "server" is neither true nor false.'],
  ['apply a.yaml --dryRun=1', '--dryRun is a switch, and "1" is neither true nor false.'],
  ['delete shop --delete-data=', '--delete-data is a switch, and "" is neither true nor false.'],
  ['apply a.yaml -y=no', '-y is a switch, and "no" is neither true nor false.'],
])('a switch with a value that is neither true nor false is refused, instead of switched off: %p', async (line, message) => {
  expect((await mistake(line))[0]).toBe(message);
});

test.each<[string, string, string]>([
  ['bundle push ./x', 'REFERENCE is missing: boxcutter bundle push <bundle> <reference>', 'boxcutter bundle push --help'],
  ['crd check', 'OLD and NEW are missing: boxcutter crd check <old> <new>', 'boxcutter crd check --help'],
  ['import crd', 'SOURCES is missing: boxcutter import crd <sources..>', 'boxcutter import crd --help'],
  ['explain -n shop', 'EXTENSION is missing: boxcutter explain <extension> [object]', 'boxcutter explain --help'],
  ['crd', 'Name a subcommand: check.', 'boxcutter crd --help'],
])('what is missing in %p', async (line, message, help) => {
  expect(await mistake(line)).toEqual([message, `See: ${help}`]);
});

test.each<[string, string]>([
  ['bundle build ./x --layout', '--layout needs a value after it.'],
  ['bundle build ./x --layout --archive a.tar', '--layout needs a value after it.'],
  ['apply ./x -n', '-n needs a value after it.'],
  ['apply ./x --set', '--set needs a value after it.'],
  ['list --output csv', '--output "csv" is none of: text, json, yaml.'],
])('no value, or none of those that there are: %p', async (line, message) => {
  expect((await mistake(line))[0]).toBe(message);
});

test.each<[string, string, string]>([
  ['bundle valdate x', 'There is no command valdate. Did you mean validate?', 'boxcutter bundle --help'],
  ['aply x', 'There is no command aply. Did you mean apply?', 'boxcutter --help'],
  ['nothing -o json-lines', 'There is no command nothing.', 'boxcutter --help'],
  ['-v', 'There is no option -v here.', 'boxcutter --help'],
  ['', 'Name a command. To list all commands: boxcutter --help', 'boxcutter --help'],
])('a command that there is not: %p', async (line, message, help) => {
  expect(await mistake(line)).toEqual([message, `See: ${help}`]);
});
