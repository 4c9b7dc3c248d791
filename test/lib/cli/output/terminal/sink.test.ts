/** Whatever is printed: what others wrote never reaches the terminal as a command to it, and cannot pass for a line or a colour of ours. */
import { load } from 'js-yaml';
import picocolors from 'picocolors';
import type { ObjectResult, RevisionResult } from '../../../../../lib/engine';
import { describePause } from '../../../../../lib/cli/output/pause';
import { paint as paintFor } from '../../../../../lib/cli/output/terminal/paint';
import { printLines, printMessage, printText, rendered } from '../../../../../lib/cli/output/terminal/sink';
import { printDocument, printStreamed } from '../../../../../lib/cli/output/print';
import { table } from '../../../../../lib/cli/output/terminal/table';
import { renderTree } from '../../../../../lib/cli/output/run/tree';

import { wrap } from '../../../../../lib/cli/output/terminal/wrap';

const paint = picocolors.createColors(false);
const EVIL = 'a\u001B[2J\u009Bb\u0007\nc\rd';

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
  ['the cells of a table', () => table([], [[EVIL]]).join('').trim()],
  ['the reason of a pause', () => describePause({ since: '2026-01-01T00:00:00Z', by: 'ada', reason: EVIL })],
])('%s', (_where, text) => {
  expect(text()).toContain('a\\x1b[2J\\x9bb\\x07 c d');
  expect(text()).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
});

/** What is written while something is printed. */
async function printed(print: () => unknown): Promise<string> {
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await print();
  } finally {
    write.mockRestore();
  }
  return written.join('');
}

describe('the sinks', () => {
  const text = (print: (sink: { write(text: string): unknown }) => void): string => {
    const written: string[] = [];
    print({ write: (part) => written.push(part) });
    return written.join('');
  };

  test('a line stays one line', () => {
    expect(text((sink) => printLines(['one', EVIL], sink))).toBe('one\na\\x1b[2J\\x9bb\\x07 c d\n');
  });

  test('of a message, the lines after the first stand further in', () => {
    expect(text((sink) => printMessage(EVIL, sink))).toBe('a\\x1b[2J\\x9bb\\x07\n  c\\x0dd\n');
  });

  test('a text keeps its lines', () => {
    expect(text((sink) => printText(EVIL, sink))).toBe('a\\x1b[2J\\x9bb\\x07\nc\\x0dd\n');
  });
});

describe('colours', () => {
  const before = process.env['FORCE_COLOR'];
  beforeEach(() => { process.env['FORCE_COLOR'] = '1'; });
  afterEach(() => {
    if (before === undefined) delete process.env['FORCE_COLOR'];
    else process.env['FORCE_COLOR'] = before;
  });

  test('are put on behind everything else: those in a text of others are spelled out', () => {
    const { red } = paintFor({});
    expect(rendered([red('\u001B[32mgreen\u001B[39m')])).toBe('\u001B[31m\\x1b[32mgreen\\x1b[39m\u001B[39m');
  });

  test('one within another', () => {
    const { bold, dim, red } = paintFor({});
    expect(rendered([red(`a ${bold('b')} c`)])).toBe('\u001B[31ma \u001B[1mb\u001B[22m c\u001B[39m');
    expect(rendered([bold(`a ${dim('b')} c`)])).toBe('\u001B[1ma \u001B[2mb\u001B[22m\u001B[1m c\u001B[22m');
  });
});

describe.each<[string, (document: object, format: 'json' | 'yaml') => unknown]>([
  ['a document', printDocument],
  ['a document of a stream', printStreamed],
])('%s spells them out, with the same value', (_what, print) => {
  test.each(['json', 'yaml'] as const)('%s', async (format) => {
    const text = await printed(() => print({ text: `${EVIL}\u202E\u200F` }, format));
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200F\u202E]/);
    const read = format === 'json' ? (JSON.parse(text) as unknown) : load(text);
    expect(read).toEqual({ text: `${EVIL}\u202E\u200F` });
  });
});
