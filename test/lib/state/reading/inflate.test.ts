import { gzipSync } from 'node:zlib';
import { inflate } from '../../../../lib/state/reading/inflate';

const ref = { apiVersion: 'v1', kind: 'Secret', namespace: 'n', name: 'boxcutter.web' };
const read = (text: string, values: number): unknown => inflate(gzipSync(text), ref, { bytes: 1000, values });

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

test('what is cut off or says that its text is longer than it is, is no JSON; a long text is read whole', () => {
  const value = gzipSync('["some text"]');
  value.writeUInt32LE(0xfffffff0, value.length - 4);
  expect(() => inflate(value, ref, { bytes: 1000, values: 10 })).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  expect(() => inflate(Buffer.alloc(0), ref, { bytes: 1000, values: 10 })).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  expect(inflate(gzipSync(JSON.stringify(['x'.repeat(100_000)])), ref, { bytes: 200_000, values: 10 })).toHaveLength(1);
});
