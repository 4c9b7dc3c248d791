/** What others say, as it stands in conditions and events. */
import { MOST_WORDS, plainFacts, plainWords } from '../../../../lib/controllers/provisioners/words';

test.each([
  ['escape sequences', 'a\u001b[2Jb', String.raw`a\x1b[2Jb`], ['lines that pass for lines of ours', 'a\nTrue Installed\r\nb', 'a True Installed b'],
  ['marks that turn the direction', 'a\u202eb', String.raw`a\u202eb`], ['line breaks that only some know', 'a\u2028b\u0085c', String.raw`a\u2028b\x85c`],
])('%s', (_what, text, shown) => {
  expect(plainWords(text)).toBe(shown);
  expect(plainFacts([{ type: 'Unpacked', status: 'False', reason: 'UnpackFailed', message: text }])).toEqual([
    { type: 'Unpacked', status: 'False', reason: 'UnpackFailed', message: shown },
  ]);
});

test('megabytes are cut, and what is spelled out is, too', () => {
  for (const text of ['x'.repeat(10_000_000), '\u001b'.repeat(10_000_000)]) expect([...plainWords(text)].length).toBeLessThanOrEqual(MOST_WORDS);
  expect(plainWords('x'.repeat(10_000))).toMatch(/message cut/);
});
