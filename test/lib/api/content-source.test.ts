/** Where content came from: what is kept of a URL, and when two places are one. */
import { isSamePlace, sourceText, urlSource } from '../../../lib/api';

test.each([
  ['https://ann:s3cret@example.com/a/shop.yaml?token=hidden#sha256=00', 'https://example.com/a/shop.yaml'],
  ['HTTPS://Example.com:443/shop%20a.yaml', 'https://example.com/shop%20a.yaml'],
  ['http://127.0.0.1:8080/shop.tgz', 'http://127.0.0.1:8080/shop.tgz'],
])('of %s is kept %s', (text, url) => {
  expect(urlSource(text)).toEqual({ url });
});

test.each(['manifests', '/srv/shop.yaml', 'oci://example.com/shop', 'https://', `https://example.com/${'a'.repeat(3000)}`])(
  'nothing is kept of %s', (text) => {
    expect(urlSource(text)).toBeUndefined();
  });

const url = (text: string) => ({ url: `https://${text}` });
const RELEASES = 'github.com/acme/shop/releases';

test.each([
  [url('example.com/shop-1.2.0.tgz'), url('example.com/shop-1.3.0-rc.1.tgz')],
  [url('example.com/v1.2.0/shop.yaml'), url('example.com/v2/shop.yaml')],
  [url('example.com/0123abc/shop.yaml'), url('example.com/89abcdef0123/shop.yaml')],
  [url(`${RELEASES}/download/v1.2.0/install.yaml`), url(`${RELEASES}/latest/download/install.yaml`)],
  [url('raw.githubusercontent.com/acme/shop/main/a.yaml'), { repository: 'github.com/Acme/shop', path: 'a.yaml' }],
  [{ repository: 'github.com/acme/shop', path: 'a' }, { repository: 'github.com/acme/shop' }],
])('%j and %j are one place', (one, other) => {
  expect(isSamePlace(one, other)).toBe(true);
  expect(isSamePlace(other, one)).toBe(true);
});

test.each([
  [url('example.com/shop.yaml'), url('example.org/shop.yaml')],
  [url('example.com/a/manifests.yaml'), url('example.com/b/manifests.yaml')],
  [url('example.com:8443/shop.yaml'), url('example.com/shop.yaml')],
  [url('github.com/acme/shop/a.yaml'), url('github.com/acme/site/a.yaml')],
  [url('example.com/acme/shop/x.yaml'), { repository: 'example.com/acme/shop' }],
])('%j and %j are two', (one, other) => {
  expect(isSamePlace(one, other)).toBe(false);
});

test('in words', () => {
  expect([url('example.com/shop.yaml'), { repository: 'github.com/acme/shop' }, { repository: 'github.com/acme/shop', path: 'a' }].map(sourceText))
    .toEqual(['https://example.com/shop.yaml', 'github.com/acme/shop', 'github.com/acme/shop (a)']);
});
