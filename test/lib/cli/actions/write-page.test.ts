/** Where a report is written, and where not. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openerFor } from '../../../../lib/cli/actions/report/open-page';
import { writePage } from '../../../../lib/cli/actions/report/write-page';
import { REPORT_MARK } from '../../../../lib/cli/output/report/page';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-page-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('an earlier report is replaced', () => {
  const file = join(folder, 'shop.html');
  writePage(file, `${REPORT_MARK} one`, false, 'hint');
  writePage(file, `${REPORT_MARK} two`, false, 'hint');
  expect(readFileSync(file, 'utf8')).toBe(`${REPORT_MARK} two`);
});

test('another file is replaced only by force, a folder never', () => {
  const file = join(folder, 'notes.html');
  writeFileSync(file, 'mine');
  expect(() => writePage(file, 'page', false, 'hint')).toThrow(expect.objectContaining({ code: 'report-foreign-file' }));
  expect(readFileSync(file, 'utf8')).toBe('mine');
  writePage(file, 'page', true, 'hint');
  expect(readFileSync(file, 'utf8')).toBe('page');
  mkdirSync(join(folder, 'taken'));
  expect(() => writePage(join(folder, 'taken'), 'page', true, 'hint')).toThrow(expect.objectContaining({ code: 'report-foreign-file' }));
});

test('a pipe is neither read, which would wait for ever, nor replaced', () => {
  const pipe = join(folder, 'pipe');
  if (spawnSync('mkfifo', [pipe]).status !== 0) return;
  for (const force of [false, true]) {
    expect(() => writePage(pipe, 'page', force, 'hint')).toThrow(expect.objectContaining({ code: 'report-foreign-file' }));
  }
});

test('a folder that is not there is said', () => {
  expect(() => writePage(join(folder, 'none', 'shop.html'), 'page', false, 'hint')).toThrow(expect.objectContaining({ code: 'report-write' }));
});

test('each system has its opener', () => {
  expect(['linux', 'darwin', 'win32'].map((platform) => openerFor(platform as NodeJS.Platform, '/p')[0]))
    .toEqual(['xdg-open', 'open', 'explorer.exe']);
});
