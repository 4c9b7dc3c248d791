/** What others wrote never reaches the terminal as a command to it. */
import picocolors from 'picocolors';
import type { ObjectResult, RevisionResult } from '../../../lib/engine';
import { describePause } from '../../../lib/cli/output/pause';
import { oneLine, plain } from '../../../lib/cli/output/plain';
import { renderTree } from '../../../lib/cli/output/tree';
import { wrap } from '../../../lib/cli/output/wrap';

const paint = picocolors.createColors(false);
const EVIL = 'a\u001B[2J\u009Bb\u0007\nc\rd';

test('control characters are spelled out, line breaks and tabs stay', () => {
  expect(plain(`${EVIL}\te`)).toBe('a\\x1b[2J\\x9bb\\x07\nc\\x0dd\te');
  expect(plain('größer → 日本語')).toBe('größer → 日本語');
});

test('on one line', () => {
  expect(oneLine(EVIL)).toBe('a\\x1b[2J\\x9bb\\x07 c d');
});

test.each<[string, () => string]>([
  ['an explanation or a plan', () => wrap(EVIL, 2, undefined).join('\n')],
  ['the tree', () => {
    const object: ObjectResult = { ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a' }, phase: 'p', action: 'Unchanged', ready: { status: 'fail', message: EVIL, terminal: false } };
    const result: RevisionResult = { phases: [{ name: 'p', status: 'running', objects: [object] }], removed: [], complete: false, failed: false };
    return renderTree(result, { paint, height: 10, full: true }).slice(1).join('\n');
  }],
  ['the reason of a pause', () => describePause({ since: '2026-01-01T00:00:00Z', by: 'ada', reason: EVIL })],
])('%s', (_where, text) => {
  expect(text()).toContain('a\\x1b[2J\\x9bb\\x07 c d');
  expect(text()).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
});
