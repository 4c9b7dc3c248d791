/** What others wrote never reaches the terminal as a command to it. */
import picocolors from 'picocolors';
import type { ObjectResult, RevisionResult } from '../../../../../lib/engine';
import { describePause } from '../../../../../lib/cli/output/pause';
import { oneLine, plain } from '../../../../../lib/cli/output/terminal/plain';
import { printDocument } from '../../../../../lib/cli/output/print';
import { table } from '../../../../../lib/cli/output/terminal/table';
import { renderTree } from '../../../../../lib/cli/output/run/tree';
import { wrap } from '../../../../../lib/cli/output/terminal/wrap';

const paint = picocolors.createColors(false);
const EVIL = 'a\u001B[2J\u009Bb\u0007\nc\rd';

test('control characters are spelled out, line breaks and tabs stay', () => {
  expect(plain(`${EVIL}\te`)).toBe('a\\x1b[2J\\x9bb\\x07\nc\\x0dd\te');
  expect(plain('größer → 日本語')).toBe('größer → 日本語');
});

test('marks that turn the direction of what is read, and line breaks that only some know', () => {
  expect(plain('admin\u202Enimda\u2066\u2028x')).toBe('admin\\u202enimda\\u2066\\u2028x');
});

test('on one line', () => {
  expect(oneLine(EVIL)).toBe('a\\x1b[2J\\x9bb\\x07 c d');
});

test.each<[string, () => string]>([
  ['an explanation or a plan', () => wrap(EVIL, 2, undefined).join('\n')],
  ['the tree', () => {
    const object: ObjectResult = {
      ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a' },
      phase: 'p',
      action: 'Unchanged',
      ready: { status: 'fail', message: EVIL, terminal: false },
    };
    const result: RevisionResult = {
      phases: [{ name: 'p', status: 'running', objects: [object] }],
      removed: [],
      complete: false,
      failed: false,
    };
    return renderTree(result, { paint, height: 10, full: true }).slice(1).join('\n');
  }],
  ['the cells of a table', () => table([], [[EVIL]]).trim()],
  ['the reason of a pause', () => describePause({ since: '2026-01-01T00:00:00Z', by: 'ada', reason: EVIL })],
])('%s', (_where, text) => {
  expect(text()).toContain('a\\x1b[2J\\x9bb\\x07 c d');
  expect(text()).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
});

test('a JSON document spells them out, with the same value', async () => {
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await printDocument({ text: `${EVIL}\u202E` }, 'json');
  } finally {
    write.mockRestore();
  }
  expect(written.join('')).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  expect(JSON.parse(written.join(''))).toEqual({ text: `${EVIL}\u202E` });
});
