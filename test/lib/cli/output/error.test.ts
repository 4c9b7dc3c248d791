/** An error as people and programs get it. */
import { printError, type PrintableError } from '../../../../lib/cli/output/error';
import { capturedOutput } from '../actions/state-server';

const { out, err } = capturedOutput();

test.each<[what: string, error: PrintableError, text: string]>([
  ['a message', { message: 'It is closed.' }, 'Error: It is closed.\n'],
  ['and what to do', { message: 'It is closed.', hint: 'Open it.' }, 'Error: It is closed.\nOpen it.\n'],
  ['several lines', { message: 'Two things:\n  one\n  two' }, 'Error: Two things:\n  one\n  two\n'],
  [
    'words from elsewhere that would steer the terminal',
    { message: 'No \u001b[2Jfile\u0007.', hint: 'See \u001b]8;;http://x\u0007here.' },
    'Error: No \\x1b[2Jfile\\x07.\nSee \\x1b]8;;http://x\\x07here.\n',
  ],
])('in text: %s', async (_what, error, text) => {
  await printError(error, 'text');
  expect({ out: out(), err: err() }).toEqual({ out: '', err: text });
});

test.each(['json', 'yaml'] as const)('as a document (%s): with everything that is known, on standard output', async (format) => {
  await printError({ code: 'shop-closed', category: 'input', message: 'It is closed.', hint: 'Open it.', details: { until: 8 } }, format);
  expect(err()).toBe('');
  for (const part of ['boxcutter.error/v1', 'shop-closed', 'input', 'It is closed.', 'Open it.', 'until']) expect(out()).toContain(part);
  if (format === 'json') {
    expect(JSON.parse(out())).toEqual({
      schema: 'boxcutter.error/v1', code: 'shop-closed', category: 'input', message: 'It is closed.', hint: 'Open it.', details: { until: 8 },
    });
  }
});
