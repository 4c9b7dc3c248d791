/** docs/exit-codes.md, as a table of commands and mistakes: what the user gave wrong is 2, whatever command is given it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../lib/cli/command-line/run';
import { commands, type AnyCommand } from '../../../lib/cli/commands';
import { EXIT } from '../../../lib/cli/exit';

let folder: string;
const environment = { ...process.env };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'exit-codes-'));
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  write('cm.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: default}\n');
  write('kube-broken', 'a: [');
  write('kube-text', 'just text');
  write('kube-empty', 'apiVersion: v1\nkind: Config\n');
  write('kube-dangling', 'apiVersion: v1\nkind: Config\ncurrent-context: a\ncontexts: [{name: a, context: {cluster: gone, user: gone}}]\n');
  mkdirSync(join(folder, 'chart/templates'), { recursive: true });
  write('chart/Chart.yaml', 'apiVersion: v2\nname: web\nversion: 1.0.0\n');
  write('chart/values.schema.json', '{"type": "object", "additionalProperties": false, "properties": {"size": {"type": "integer"}}}');
  write('broken.yaml', 'a: [');
  mkdirSync(join(folder, 'catalog'));
  write('catalog/catalog.yaml', 'schema: olm.package\nname: web\ndefaultChannel: stable\n');
  mkdirSync(join(folder, 'home'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) jest.spyOn(stream, 'write').mockReturnValue(true);
  delete process.env['KUBECONFIG'];
  delete process.env['KUBERNETES_SERVICE_HOST'];
  process.env['HOME'] = join(folder, 'home');
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...environment };
});

/** `FOLDER/` stands for the folder of the files. */
const run = (line: string): Promise<number> => runCommand(line.split(' ').map((word) => word.replace('FOLDER', folder)));

/** A line of each subcommand that is right but for its connection. */
const CONNECTED = [
  'apply FOLDER/cm.yaml -n default', 'plan FOLDER/cm.yaml -n default', 'delete web', 'rollback web', 'orphan web --yes', 'pause web',
  'resume web', 'recover web', 'status web', 'explain web', 'history web', 'list', 'get web objects', 'diff web 1 2', 'tree web',
  'report web', 'install web --catalog FOLDER/catalog -n default', 'outdated', 'upgrade web', 'bundle permissions FOLDER/cm.yaml --check', 'crd check cluster FOLDER/cm.yaml',
  'import crd cluster --output-directory FOLDER/imports', 'controller run', 'upgrades', 'approve web', 'adopt helm web', 'adopt olm web', 'adopt extension web',
  'adopt objects --name web -f FOLDER/cm.yaml -n default',
];

/** The words of the subcommands with an option. */
const leaves = (list: readonly AnyCommand[], option: string, before: readonly string[] = []): readonly string[] => list.flatMap((command) => {
  const words = [...before, command.name];
  if (command.subcommands !== undefined) return leaves(command.subcommands, option, words);
  return option in command.options ? [words.join(' ')] : [];
});

test('every subcommand that talks to a cluster is in the table', () => {
  const missing = leaves(commands, 'kubeconfig').filter((words) => !CONNECTED.some((line) => line.startsWith(`${words} `) || line === words));
  expect(missing).toEqual([]);
});

const KUBECONFIGS = [
  '', ' --kubeconfig FOLDER/none', ' --kubeconfig FOLDER/kube-broken', ' --kubeconfig FOLDER/kube-text', ' --kubeconfig FOLDER/kube-empty',
  ' --kubeconfig FOLDER/kube-dangling', ' --kubeconfig FOLDER/kube-dangling --context other', ' --as-group admins',
];
test.each(CONNECTED.flatMap((line) => KUBECONFIGS.map((mistake) => [line, mistake])))('%s%s', async (line, mistake) => {
  expect(await run(`${line}${mistake}`)).toBe(EXIT.input);
});

/** Each subcommand that takes a configuration; what also asks a cluster what was configured before does so first. */
const CONFIGURED = [
  'render FOLDER/chart -n default', 'bundle render FOLDER/chart -n default', 'bundle images FOLDER/chart -n default',
  'bundle permissions FOLDER/chart -n default',
];
const ASKS_BEFORE = ['apply', 'plan', 'report', 'install', 'upgrade'];

test('every subcommand that takes a configuration is in the table', () => {
  const missing = leaves(commands, 'set').filter((words) => !ASKS_BEFORE.includes(words) && !CONFIGURED.some((line) => line.startsWith(`${words} `)));
  expect(missing).toEqual([]);
});

const CONFIGURATIONS = [
  '--set colour=red', '--set size=big', '--set size', '--config FOLDER/none.yaml', '--config FOLDER/broken.yaml', '--set-env size=NOT_SET_ANYWHERE',
  '--set-file size=FOLDER/none',
];
test.each(CONFIGURED.flatMap((line) => CONFIGURATIONS.map((mistake) => [line, mistake])))('%s %s', async (line, mistake) => {
  expect(await run(`${line} ${mistake}`)).toBe(EXIT.input);
});
