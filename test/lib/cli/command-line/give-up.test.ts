import { parseGiveUp } from '../../../../lib/cli/command-line/give-up';

test.each<[string, readonly string[], ReturnType<typeof parseGiveUp>]>([
  ['nothing', [], {}],
  ['one cause', ['image=90s'], { image: 90_000 }],
  ['several, one option each', ['image=90s', 'crash=5m'], { image: 90_000, crash: 300_000 }],
  ['several in one option', ['image=90s, crash=never'], { image: 90_000, crash: Number.POSITIVE_INFINITY }],
  ['the last for a cause', ['image=1s', 'image=2s'], { image: 2_000 }],
  ['none at all', ['never'], 'never'],
])('%s', (_, texts, grace) => expect(parseGiveUp(texts)).toEqual(grace));

test.each(['images=1m', 'image', 'image=', '=1m', ''])('%j is not understood, and the causes are named', (text) => {
  expect(() => parseGiveUp([text])).toThrow(expect.objectContaining({
    code: 'usage-give-up',
    hint: expect.stringContaining('image, crash, unschedulable, deadline'),
  }));
});

test('a time that is none is a mistake of its own', () => {
  expect(() => parseGiveUp(['image=soon'])).toThrow(expect.objectContaining({ code: 'usage-duration' }));
});
