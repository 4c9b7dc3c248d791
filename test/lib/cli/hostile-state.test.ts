/**
 * Who may write Secrets in a namespace, files in a folder, or answers of a server decides about names and words. None of them steers the
 * terminal of those who look, with whatever subcommand: no control character gets through, and no line of theirs passes for one of ours.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResolvedRevision } from '../../../lib/api';
import { commands } from '../../../lib/cli/commands';
import { runCommand } from '../../../lib/cli/command-line/run';
import { decodeHead, encodeContent, type Head } from '../../../lib/state';
import { capturedOutput, recordOf, startStateServer, type StateServer } from './actions/state-server';

const EVIL = 'a\u001B[2J\u009Bb\u0007\u202Ec\u200F\u2066\rFORGED: d\nFORGED: all is well';
/** In a name of a file there is all of it, too. */
const EVIL_FILE = `${EVIL}.yaml`;
const AT = '2026-01-01T00:00:00Z';

const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: EVIL, namespace: 'home' }, data: { [EVIL]: EVIL } };
const ref = { apiVersion: 'v1', kind: 'ConfigMap', name: EVIL, namespace: 'home' };
const hooksNotRun = [{ kind: EVIL, name: EVIL, events: ['pre-delete', 'pre-rollback'] }];
const head: Partial<Head> = {
  packageName: EVIL,
  revisions: [2, 1].map((number) => ({ number, version: EVIL, digest: `sha256:${EVIL}`, at: AT, by: EVIL, source: { repository: EVIL, path: EVIL }, hooksNotRun })),
  inventory: [{ ref, phase: EVIL, order: 0 }],
  lock: { id: 'x', holder: EVIL, host: EVIL, pid: 1, purpose: EVIL, since: AT, renewed: AT },
  paused: { since: AT, by: EVIL, reason: EVIL },
};
const revision: ResolvedRevision = {
  extension: 'shop', number: 2, version: EVIL, digest: `sha256:${EVIL}`, probes: [],
  phases: [{ name: EVIL, objects: [{ object, options: {} }] }],
} as never;

let server: StateServer;
let folder: string;
let files: string;
/** What only the server has something to say about. */
let valid: string;
beforeAll(async () => {
  server = await startStateServer({ refusal: EVIL });
  const record = recordOf(head, 'home');
  const [content] = encodeContent(revision, decodeHead(record));
  if (content === undefined) throw new Error('no content');
  server.holds(record, { ...content, metadata: { ...content.metadata, uid: 'uid-content', resourceVersion: '1' } });
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-hostile-state-'));
  files = join(folder, EVIL);
  mkdirSync(files);
  writeFileSync(join(files, EVIL_FILE), JSON.stringify({ ...object, [EVIL]: 1 }));
  valid = join(folder, 'valid.yaml');
  writeFileSync(valid, JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: EVIL } }));
  writeFileSync(join(files, `odd-${EVIL_FILE}`), `a: [\n${EVIL}`);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
const { out, err } = capturedOutput();

const cluster = (): string[] => ['--kubeconfig', server.kubeconfig];
const state = (...words: readonly string[]): string[] => ['shop', ...words, '--state-namespace', 'home', ...cluster()];
const rollout = (path: string): string[] => [path, '--name', 'shop', '-n', 'home', '--timeout', '5s', ...cluster()];

/** What follows the words of each subcommand. */
const linesOf: Readonly<Record<string, () => string[]>> = {
  'init': () => [files],
  'synth': () => ['--app', `node -e "process.exit(0)"`, '--output-directory', files],
  'render': () => [files, '--name', 'shop'],
  'apply': () => rollout(files),
  'plan': () => rollout(valid),
  'install': () => ['shop', '--catalog', files, '-n', 'home', '--timeout', '5s', ...cluster()],
  'outdated': () => ['-A', '--catalog', files, ...cluster()],
  'upgrade': () => state('--catalog', files, '--timeout', '5s', '--dry-run'),
  'explain': state,
  'crd check': () => [files, files],
  'list': () => ['-A', ...cluster()],
  'status': state,
  'history': state,
  'tree': state,
  'get': () => state('manifest'),
  'diff': () => state('--from', '2', '--to', '2'),
  'report': () => state('--installed', '--output', join(folder, 'page.html')),
  'delete': () => state('--timeout', '5s', '--dry-run'),
  'rollback': () => state('--timeout', '5s', '--dry-run'),
  'pause': () => state('--reason', EVIL),
  'resume': state,
  'orphan': () => state('--timeout', '5s', '--dry-run'),
  'recover': state,
  'adopt helm': () => [EVIL, '-n', 'home', ...cluster()],
  'adopt objects': () => ['--name', 'shop', '-f', valid, '-n', 'home', ...cluster()],
  'adopt olm': () => [EVIL, '-n', 'home', ...cluster()],
  'adopt extension': () => [EVIL, ...cluster()],
  'upgrades': cluster,
  'approve': () => [EVIL, ...cluster()],
  'bundle inspect': () => [files],
  'bundle validate': () => [files],
  'schema': () => ['kinds'],
  'catalog list': () => ['packages', files],
  'catalog validate': () => [files],
  'catalog add': () => [files, files, '-c', EVIL],
  'catalog remove': () => [files, EVIL],
  'catalog promote': () => [files, EVIL, EVIL],
  'catalog deprecate': () => [files, EVIL, '-m', EVIL],
  'catalog set-default-channel': () => [files, EVIL, EVIL],
  'catalog add-edge': () => [files, EVIL, EVIL],
  'catalog remove-edge': () => [files, EVIL, EVIL],
  'catalog use': () => ['--forget', EVIL],
  'catalog init': () => [EVIL, '-d', files],
  'catalog render': () => [files],
  'catalog convert': () => [files],
  'catalog migrate': () => [files, files],
  'catalog build': () => [files, '--archive', files],
  'catalog push': () => [files, `registry.test/${EVIL}`],
  'catalog dockerfile': () => [files, '--label', EVIL],
  'catalog search': () => [EVIL, '--catalog', files],
  'catalog graph': () => [files],
  'catalog diff': () => [files, files],
  'catalog test': () => [files],
  'catalog serve': () => [files, '--port', '0'],
  'catalog why': () => [EVIL, '--catalog', files],
  'bundle images': () => [files],
  'bundle render': () => [files, '-n', 'home'],
  'bundle build': () => [files],
  'bundle push': () => [files, `registry.test/${EVIL}`],
  'bundle pull': () => [files, '--archive', files],
  'bundle fetch': () => [`oci://registry.test/${EVIL}`],
  'bundle permissions': () => [files, '--name', 'shop', '-n', 'home'],
  'config': () => [files],
  'controller run': () => ['--config', files],
  'controller manifests': () => ['--image', EVIL, '--watch-selector', EVIL],
  'controller crds': () => [],
  'controller dockerfile': () => [],
  'import crd': () => [files],
  'import bundle': () => [files],
  'cluster up': () => ['--name', EVIL],
  'cluster down': () => ['--name', EVIL],
  'cluster status': () => [],
  'cluster kubeconfig': () => ['--name', EVIL],
};

const known = commands.flatMap((command) =>
  (command.subcommands === undefined ? [command.name] : command.subcommands.map(({ name }) => `${command.name} ${name}`)));

test('every subcommand is in the table', () => {
  expect(Object.keys(linesOf).sort()).toEqual([...known].sort());
});

/** Those that show what is in the state, so that something must have been spelled out. */
const SHOWN = new Set(['list', 'status', 'history', 'explain', 'pause', 'resume', 'apply', 'plan', 'delete', 'orphan']);

describe.each(known)('%s', (name) => {
  test.each(['text', 'json', 'yaml'])('-o %s', async (format) => {
    const wanted = format === 'text' || name === 'cluster kubeconfig' ? [] : ['-o', format];
    await runCommand([...name.split(' '), ...(linesOf[name]?.() ?? []), ...wanted]);
    const text = `${out()}\n${err()}`;
    expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
    expect(text).not.toMatch(/^FORGED/m);
    if (SHOWN.has(name)) expect(text).toMatch(/\\x1b|\\u001b|\\e\[/);
  });
});
