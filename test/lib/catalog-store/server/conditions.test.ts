/** Conditions of requests, as RFC 9110 has them. */
import { acceptsGzip, isUnchanged, rangeOf } from '../../../../lib/catalog-store/server/conditions';

const since = new Date('2030-01-01T00:00:10Z');
const current = { etag: '"abc"', since };

describe('is it unchanged', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['nothing is asked', {}, false],
    ['the same tag', { 'if-none-match': '"abc"' }, true],
    ['that of the compressed form', { 'if-none-match': '"abc-gzip"' }, true],
    ['one of several, weak', { 'if-none-match': '"x", W/"abc"' }, true],
    ['any', { 'if-none-match': '*' }, true],
    ['another tag', { 'if-none-match': '"abcd"' }, false],
    ['another tag with a later date: the tag decides', { 'if-none-match': '"x"', 'if-modified-since': 'Wed, 01 Jan 2031 00:00:00 GMT' }, false],
    ['that very date', { 'if-modified-since': 'Tue, 01 Jan 2030 00:00:10 GMT' }, true],
    ['a date before', { 'if-modified-since': 'Tue, 01 Jan 2030 00:00:09 GMT' }, false],
    ['no date', { 'if-modified-since': 'yesterday' }, false],
  ])('%s', (_, headers, expected) => {
    expect(isUnchanged(headers, current)).toBe(expected);
  });
});

test.each<[string | undefined, boolean]>([
  [undefined, false], ['', false], ['identity', false], ['gzip', true], ['deflate, gzip;q=1.0, *;q=0.5', true], ['GZIP', true],
  ['gzip;q=0', false], ['*', true], ['*;q=0', false], ['br, gzip; q=0.1', true], ['gzip;q=x', false],
])('Accept-Encoding %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

describe('a range of a hundred bytes', () => {
  test.each<[string, Record<string, string>, unknown]>([
    ['none', {}, 'whole'],
    ['from the start', { range: 'bytes=0-9' }, { start: 0, length: 10 }],
    ['to the end', { range: 'bytes=90-' }, { start: 90, length: 10 }],
    ['the last', { range: 'bytes=-5' }, { start: 95, length: 5 }],
    ['more than there is at the end', { range: 'bytes=-500' }, { start: 0, length: 100 }],
    ['beyond the end', { range: 'bytes=90-500' }, { start: 90, length: 10 }],
    ['after the end', { range: 'bytes=100-' }, 'unsatisfiable'],
    ['nothing of the end', { range: 'bytes=-0' }, 'unsatisfiable'],
    ['backwards', { range: 'bytes=9-0' }, 'whole'],
    ['several', { range: 'bytes=0-1,5-6' }, 'whole'],
    ['of another unit', { range: 'lines=0-1' }, 'whole'],
    ['of the same content', { 'range': 'bytes=0-0', 'if-range': '"abc"' }, { start: 0, length: 1 }],
    ['since the same date', { 'range': 'bytes=0-0', 'if-range': 'Tue, 01 Jan 2030 00:00:10 GMT' }, { start: 0, length: 1 }],
    ['of what was there before', { 'range': 'bytes=0-0', 'if-range': '"old"' }, 'whole'],
  ])('%s', (_, headers, expected) => {
    expect(rangeOf(headers, 100, current)).toEqual(expected);
  });
});
