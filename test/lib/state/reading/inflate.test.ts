import { gzipSync } from 'node:zlib';
import { inflate } from '../../../../lib/state/reading/inflate';

const ref = { apiVersion: 'v1', kind: 'Secret', namespace: 'n', name: 'boxcutter.web' };
const zipped = (text: string): string => gzipSync(text).toString('base64');
const read = (text: string, values: number): unknown => inflate(zipped(text), ref, { bytes: 1000, values });

test.each<[string, number]>([
  ['1', 1],
  ['[1,2]', 3],
  ['[[],{}]', 5],
  ['{"a":{"b":[true,null]}}', 5],
  ['["a,b[{","\\",[","\\\\",0]', 5],
])('%s is taken where as many values may be, and refused below that', (text, values) => {
  expect(read(text, values)).toEqual(JSON.parse(text));
  expect(() => read(text, values - 1)).toThrow(expect.objectContaining({ code: 'state-unreadable', category: 'server' }));
});

test('a text that never ends is no JSON', () => {
  expect(() => read('["a\\', 10)).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
});
