/** The goals of the benchmark can be reached and can be missed, each by itself. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines that `node bench/compare.mjs` prints; it fails exactly when one of them is missed. */
function compare(results: unknown): readonly string[] {
  const file = join(folder, 'results.json');
  writeFileSync(file, JSON.stringify(results));
  const { stdout, status } = spawnSync(process.execPath, [join(__dirname, '..', '..', 'bench', 'compare.mjs'), file], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  expect(status).toBe(missed(lines).length > 0 ? 1 : 0);
  return lines;
}

const counted = (writes: number, dryRuns: number, others: number) => ({ writes, dryRuns, others });

/** Results of tools that ran the four steps in these seconds. */
function tool(id: string, [install, unchanged, upgrade, teardown]: readonly [number, number, number, number], peakMiB: number) {
  const step = (wallSeconds: number, requests = counted(0, 0, 0)) => ({ wallSeconds, peakMiB, requests });
  return { id, name: id, steps: { install: step(install), unchanged: step(unchanged), upgrade: step(upgrade), teardown: step(teardown) } };
}

const peers = [tool('helm', [1.5, 1.6, 2.4, 5.8], 72), tool('flux', [1.2, 0.4, 1.2, 5.9], 34)];
const missed = (lines: readonly string[]) => lines.filter((text) => text.startsWith('MISSED'));

test('all goals reached', () => {
  const start = { versionSeconds: 0.06, nodeSeconds: 0.05 };
  const lines = compare({ tools: [tool('boxcutter', [0.9, 0.4, 1, 5.9], 70), ...peers], start });
  expect(missed(lines)).toEqual([]);
  expect(lines).toContain('ok     boxcutter install: 0.90 s is 0.75 of 1.20 s (flux), at most 0.80');
  expect(lines).toContain('ok     boxcutter --version: 0.06 s is 1.20 of 0.05 s (Node alone), at most 1.30');
});

test('each goal can be missed', () => {
  const start = { versionSeconds: 0.1, nodeSeconds: 0.05 };
  expect(missed(compare({ tools: [tool('boxcutter', [1, 0.5, 1.2, 6], 80), ...peers], start }))).toEqual([
    'MISSED boxcutter install: 1.00 s is 0.83 of 1.20 s (flux), at most 0.80',
    'MISSED boxcutter unchanged: 0.50 s is 1.25 of 0.40 s (flux), at most 1.00',
    'MISSED boxcutter upgrade: 1.20 s is 1.00 of 1.20 s (flux), at most 0.90',
    'MISSED boxcutter teardown: 6.00 s is 1.03 of 5.80 s (helm), at most 1.02',
    'MISSED boxcutter: peak memory: 80 MiB is 1.11 of 72 MiB (helm), at most 1.00',
    'MISSED boxcutter --version: 0.10 s is 2.00 of 0.05 s (Node alone), at most 1.30',
  ]);
});

test('one request more than wanted is missed; without a preflight nothing but the question how the server creates is tried', () => {
  const us = tool('boxcutter-without-preflight', [1, 1, 1, 1], 70);
  const unchanged = { ...us.steps.unchanged, requests: counted(1, 1, 14) };
  expect(missed(compare({ tools: [{ ...us, steps: { ...us.steps, unchanged } }] }))).toEqual([
    'MISSED boxcutter-without-preflight unchanged: 1 writes, at most 0',
    'MISSED boxcutter-without-preflight unchanged: 1 dry runs, at most 0',
    'MISSED boxcutter-without-preflight unchanged: 14 other requests, at most 13',
  ]);
});

test('goals against tools that did not run are left out', () => {
  const lines = compare({ tools: [tool('boxcutter', [9, 9, 9, 9], 900)] });
  expect(missed(lines)).toEqual([]);
  expect(lines.every((text) => !text.includes('peak memory'))).toBe(true);
});
