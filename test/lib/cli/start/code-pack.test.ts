import { crc32 } from 'node:zlib';
import type { Bytes } from '../../../../lib/cli/start/bytes';
import { readPack, writePack } from '../../../../lib/cli/start/code-pack';

const code = new Map([['a.js', Buffer.from('one')], ['b.js', Buffer.from([0x0a, 0xff, 0x00])]]);
const written = writePack(2, code);
const inMemory = (bytes: Buffer): Bytes => ({
  size: bytes.length,
  read: (position, length) => bytes.subarray(position, position + length),
});

test('A pack is read as it was written', () => {
  const pack = readPack(inMemory(written));
  expect(pack?.runs).toBe(2);
  expect(pack?.names).toEqual(['a.js', 'b.js']);
  for (const [name, bytes] of code) expect(pack?.code(name)).toEqual(bytes);
  expect(pack?.code('c.js')).toBeUndefined();
  expect(pack?.code('constructor')).toBeUndefined();
});

// V8 would run it, and die of it.
test('Of a script in whose code any byte has changed there is none, nor of any script when it is one of the head', () => {
  const first = written.length - 6;
  for (const at of written.keys()) {
    const damaged = Buffer.from(written);
    damaged.writeUInt8(written.readUInt8(at) ^ 1, at);
    const pack = readPack(inMemory(damaged));
    const whole = [...code.keys()].filter((name) => pack?.code(name) !== undefined);
    expect(whole).toEqual(at < first ? [] : [at < first + 3 ? 'b.js' : 'a.js']);
  }
});

test('What is cut off, longer, or no pack at all, is none', () => {
  const text = '{"runs":1}';
  const sum = crc32(text).toString(16).padStart(8, '0');
  const others = [
    written.subarray(0, -1), Buffer.concat([written, Buffer.from('x')]), Buffer.alloc(0), Buffer.from('00000002'), Buffer.from('0000000a'),
    Buffer.from('ffffffff00000000{}'), Buffer.from(`zzzzzzzz${sum}${text}`),
  ];
  for (const other of others) expect(readPack(inMemory(other))).toBeUndefined();
});

test('A part of a file that cannot be read is as if it were not there', () => {
  const pack = readPack({
    size: written.length,
    read: (position, length) => {
      if (position > 20 + 50) throw new Error('EIO');
      return written.subarray(position, position + length);
    },
  });
  expect(pack?.code('a.js')).toBeUndefined();
});
