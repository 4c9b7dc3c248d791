/** From the words of a command line to what an action is given, and from its end to the exit code. */
import { runCommand } from '../../../../lib/cli/command-line/run';
import { commands, type Command } from '../../../../lib/cli/commands';
import { BoxcutterError } from '../../../../lib/errors';

const named = (wanted: string): Command => commands.find(({ name }) => name === wanted) as Command;
let history: jest.SpyInstance<Promise<number>>;
let plan: jest.SpyInstance<Promise<number>>;
let said: string;
let printed: string;
beforeEach(() => {
  [said, printed] = ['', ''];
  history = jest.spyOn(named('history'), 'run').mockResolvedValue(0);
  plan = jest.spyOn(named('plan'), 'run').mockResolvedValue(10);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))));
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))));
});
afterEach(() => jest.restoreAllMocks());

const run = (line: string): Promise<number> => runCommand(line.split(' '));

test('of an option that is given twice the last one counts, of a list all', async () => {
  expect(await run('plan a.yaml -n one --set a=1 -n two --set b=2 --crd-waiver x --crd-waiver y --as-group g --as-group h')).toBe(10);
  expect(plan.mock.calls[0]?.[0]).toMatchObject({
    path: 'a.yaml', namespace: 'two', set: ['a=1', 'b=2'], crdWaiver: ['x', 'y'], asGroup: ['g', 'h'],
  });
});

test('defaults, switches and the argument for standard input', async () => {
  await run('plan - --no-full --config - --config values.yaml');
  expect(plan.mock.calls[0]?.[0]).toMatchObject({
    path: '-', full: false, config: ['-', 'values.yaml'], timeout: '5m', crdSafety: 'enforce', certificates: 'auto', output: 'text',
  });
});

test('a switch takes true and false behind =', async () => {
  await run('plan a.yaml --full=true --skip-unserved=false');
  expect(plan.mock.calls[0]?.[0]).toMatchObject({ full: true, skipUnserved: false });
});

test('the exit code of an action is that of the command', async () => {
  history.mockResolvedValue(3);
  expect(await run('history shop')).toBe(3);
});

test.each([
  ['incomplete', 3], ['collision', 4], ['locked', 5], ['data-loss', 6], ['interrupted', 130], ['server', 1], ['input', 2],
] as const)('an error of category %s ends with exit code %d', async (category, code) => {
  history.mockRejectedValue(new BoxcutterError('some-code', category, 'It went wrong.', { hint: 'Do better.' }));
  expect(await run('history shop')).toBe(code);
  expect(said.replace(/\u001b\[\d+m/g, '')).toBe('Error: It went wrong.\nDo better.\n');
});

test.each([
  '-o json', '-o=json', '--output json', '--output=json', '-o text --output json',
])('for machines with %s: a document, too', async (words) => {
  history.mockRejectedValue(new BoxcutterError('some-code', 'server', 'It went wrong.'));
  expect(await run(`history shop ${words}`)).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({ schema: 'boxcutter.error/v1', code: 'some-code', message: 'It went wrong.' });
});

test('a fault of our own is said to be one', async () => {
  history.mockRejectedValue(new TypeError('x is not a function'));
  expect(await run('history shop')).toBe(1);
  expect(said).toContain('Unexpected fault: x is not a function');
  expect(said).toContain('BOXCUTTER_DEBUG=1');
});
