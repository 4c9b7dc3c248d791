import { readPack, writePack } from '../../../../lib/cli/start/code-pack';

const pack = { runs: 2, code: new Map([['a.js', Buffer.from('one')], ['b.js', Buffer.from([0x0a, 0xff, 0x00])]]) };

test('A pack is read as it was written', () => {
  expect(readPack(writePack(pack))).toEqual(pack);
});

test('A pack in which any byte has changed is none: V8 would run it, and die of it', () => {
  const bytes = writePack(pack);
  for (const at of bytes.keys()) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    expect(readPack(damaged)).toBeUndefined();
  }
});

test('What is cut off, longer, or no pack at all, is none', () => {
  const bytes = writePack(pack);
  expect(readPack(bytes.subarray(0, -1))).toBeUndefined();
  expect(readPack(Buffer.concat([bytes, Buffer.from('x')]))).toBeUndefined();
  expect(readPack(Buffer.alloc(0))).toBeUndefined();
  expect(readPack(Buffer.from('{"runs":1'))).toBeUndefined();
  expect(readPack(Buffer.from('null\n'))).toBeUndefined();
  expect(readPack(Buffer.from('{}\n'))).toBeUndefined();
});
