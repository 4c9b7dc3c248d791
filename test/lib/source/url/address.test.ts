/** Which URLs may be named, and what of them is shown. */
import { namesUrl, parseAddress } from '../../../../lib/source/url/address';
import { shownPath } from '../../../../lib/source/url/shown-path';

const SUM = 'ab'.repeat(32);

test.each([
  ['https://example.com/shop.yaml', true],
  ['HTTP://example.com/shop.yaml', true],
  ['oci://example.com/shop', false],
  ['./https', false],
  ['-', false],
])('%s: a URL? %s', (text, answer) => {
  expect(namesUrl(text)).toBe(answer);
});

test('query and pin are not shown, and the pin is not sent', () => {
  const { url, shown, sha256 } = parseAddress(`https://example.com/a/shop.yaml?token=hidden#sha256=${SUM.toUpperCase()}`);
  expect(shown).toBe('https://example.com/a/shop.yaml');
  expect(url.href).toBe('https://example.com/a/shop.yaml?token=hidden');
  expect(sha256).toBe(SUM);
});

test('http is for this machine alone', () => {
  expect(parseAddress('http://127.0.0.1:8080/shop.yaml').shown).toBe('http://127.0.0.1:8080/shop.yaml');
  expect(parseAddress('http://[::1]/shop.yaml').shown).toBe('http://[::1]/shop.yaml');
});

test.each<[what: string, text: string, says: RegExp]>([
  ['http', 'http://example.com/shop.yaml', /is not encrypted/],
  ['a host that looks like this machine', 'http://127.example.com/shop.yaml', /is not encrypted/],
  ['a pin that is too short', 'https://example.com/shop.yaml#sha256=abc', /is not a pin/],
  ['another sum', `https://example.com/shop.yaml#md5=${SUM}`, /is not a pin/],
  ['no host', 'https://', /cannot be read/],
])('%s: refused', (_what, text, says) => {
  expect(() => parseAddress(text)).toThrow(expect.objectContaining({ code: 'url-invalid', message: expect.stringMatching(says) }));
});

test('credentials are refused, and not repeated', () => {
  expect(() => parseAddress('https://me:hidden@example.com/shop.yaml')).toThrow(expect.objectContaining({
    code: 'url-invalid', message: expect.not.stringMatching(/hidden|me:/),
  }));
});

test.each([
  ['https://example.com/a.yaml?sig=hidden', 'https://example.com/a.yaml?…'],
  [`https://user:hidden@example.com/a.yaml?sig=hidden#sha256=${SUM}`, `https://example.com/a.yaml?…#sha256=${SUM}`],
  ['https://example.com/a.yaml#hidden', 'https://example.com/a.yaml'],
  ['oci://user:hidden@example.com/shop', 'oci://example.com/shop'],
  ['./shop.yaml', './shop.yaml'],
  ['C:\\shop', 'C:\\shop'],
  ['-', '-'],
])('where a path is repeated, in hints and reports: %s as %s', (path, shown) => {
  expect(shownPath(path)).toBe(shown);
});
