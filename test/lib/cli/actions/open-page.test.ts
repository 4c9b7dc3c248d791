/** `--open`: the page is opened by the program that the system has, here one of ours under its name on PATH. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openerFor, openPage } from '../../../../lib/cli/actions/report/open-page';
import { report } from '../../../../lib/cli/actions/report';
import { RolloutReport } from '../../../../lib/cli/actions/report/rollout-report';
import type { ReportArgs } from '../../../../lib/cli/commands/installed/report';

let folder: string;
let said: string;
const { PATH } = process.env;
const { isTTY } = process.stdout;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-open-'));
  process.env['PATH'] = folder;
  process.stdout.isTTY = true;
  said = '';
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text, ...rest) => {
      said += String(text);
      (rest.at(-1) as (() => void) | undefined)?.();
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env['PATH'] = PATH;
  process.stdout.isTTY = isTTY;
  rmSync(folder, { recursive: true });
});

interface Opened {
  readonly words: readonly string[];
  readonly pid: number;
  /** Number of its process group. */
  readonly group: number;
}

/** A program that writes down how it was started. */
function fakeOpener(mode = 0o755): Promise<Opened> {
  const [program] = openerFor(process.platform, '');
  const note = join(folder, 'opened.json');
  const script = `const { readFileSync, renameSync, writeFileSync } = require('node:fs');
    const group = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[2]);
    writeFileSync(${JSON.stringify(`${note}.part`)}, JSON.stringify({ words: process.argv.slice(2), pid: process.pid, group }));
    renameSync(${JSON.stringify(`${note}.part`)}, ${JSON.stringify(note)});`;
  writeFileSync(join(folder, program), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, program), mode);
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(note)) return;
      watcher.close();
      resolve(JSON.parse(readFileSync(note, 'utf8')) as Opened);
    });
    watcher.unref();
  });
}

const page = (): string => join(folder, 'a page & more.html');

test('the page is one argument of a program that has a process group of its own, so that it goes on without us', async () => {
  const opened = fakeOpener();
  const notes: string[] = [];
  await openPage(page(), (text) => notes.push(text));
  const { words, pid, group } = await opened;
  expect(words).toEqual([resolve(page())]);
  expect(group).toBe(pid);
  expect(notes).toEqual([]);
});

test.each<[what: string, prepare: () => void, note: RegExp]>([
  ['there is no such program', () => undefined, /^The page was not opened: there is no program \S+ on PATH\.$/],
  ['it may not be run', () => void fakeOpener(0o644), /^The page was not opened: .*EACCES.*\.$/],
  ['this is no terminal', () => { process.stdout.isTTY = false; }, /^The page was not opened: this is not a terminal\.$/],
])('%s: one line, and no error', async (_what, prepare, note) => {
  prepare();
  const notes: string[] = [];
  await openPage(page(), (text) => notes.push(text));
  expect(notes).toEqual([expect.stringMatching(note)]);
});

const CONTENT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: shop }\n';
const args = (): ReportArgs => {
  writeFileSync(join(folder, 'shop.yaml'), CONTENT);
  return { what: join(folder, 'shop.yaml'), installed: false, output: page(), force: false, open: true } as ReportArgs;
};

test('report --open opens what it has written', async () => {
  const opened = fakeOpener();
  await expect(report(args())).resolves.toBe(0);
  expect((await opened).words).toEqual([page()]);
  expect(readFileSync(page(), 'utf8')).toContain('<html');
});

test('report --open without an opener has written the page, and ends well', async () => {
  await expect(report(args())).resolves.toBe(0);
  expect(existsSync(page())).toBe(true);
  expect(said).toMatch(/The report is in .*\n[^]*The page was not opened: there is no program/);
});

test('a rollout opens its page, and nothing where there is none', async () => {
  const opened = fakeOpener();
  const revision = { extension: 'shop', number: 1, digest: 'd', probes: [], phases: [] };
  const outcome = { revision: 1, result: { phases: [], removed: [], complete: true, failed: false } } as never;
  const unwritten = new RolloutReport(join(folder, 'no-such-folder', 'shop.html'));
  unwritten.write(revision, outcome, 'shop', 'dist');
  await unwritten.open();
  expect(said).toContain('could not be written');
  expect(said).not.toContain('opened');
  const written = new RolloutReport(page());
  written.write(revision, outcome, 'shop', 'dist');
  await written.open();
  expect((await opened).words).toEqual([page()]);
});
