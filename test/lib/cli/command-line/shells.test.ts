/** Scripts for the completion of a shell. */
import { runCommand } from '../../../../lib/cli/command-line/run';
import { capturedOutput } from '../actions/state-server';

const { out, err } = capturedOutput();
/** The parser prints with `console.log`. */
let logged: jest.SpyInstance<void, unknown[]>;
beforeEach(() => {
  logged = jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
const shell = process.env['SHELL'];
afterEach(() => {
  if (shell === undefined) delete process.env['SHELL'];
  else process.env['SHELL'] = shell;
});

test.each<[shell: string, says: RegExp]>([
  ['fish', /complete -c boxcutter .*__boxcutter_suggestions/],
  ['bash', /complete -o .* boxcutter/],
  ['zsh', /#compdef boxcutter/],
])('%s', async (name, says) => {
  expect(await runCommand(['completion', name])).toBe(0);
  expect([out(), ...logged.mock.calls.flat()].join('\n')).toMatch(says);
});

test('another shell', async () => {
  expect(await runCommand(['completion', 'nu'])).toBe(2);
  expect(err()).toMatch(/no completion for nu\.\n.*bash, zsh, fish/);
});
