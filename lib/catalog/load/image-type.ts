/** What kind of picture some bytes are, as browsers tell it: by how they begin. */

const BEGINNINGS: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBPVP/],
  ['image/bmp', /^BM/],
  ['image/x-icon', /^\x00\x00\x01\x00/],
  ['image/svg+xml', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE\s+svg[^]*?>\s*)?<svg[\s>]/i],
];

/** Its media type; undefined: no kind of picture that is known. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 4096);
  return BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0];
}
