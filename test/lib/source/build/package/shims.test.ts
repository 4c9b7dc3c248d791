/** What stands for Node.js in a package that travels gives what Node.js gives. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { absent } from '../../../../../lib/source/build/package/shims/absent';
import { bytesFrom, isUtf8, utf8Text } from '../../../../../lib/source/build/package/shims/buffer';
import * as crypto from '../../../../../lib/source/build/package/shims/crypto';
import * as path from '../../../../../lib/source/build/package/shims/path';
import { format } from '../../../../../lib/source/build/package/shims/util';

const texts = ['', 'a', 'abc', 'ä€😀', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'x'.repeat(1000), '\ud800'];

describe('digests', () => {
  test.each(['sha1', 'sha256'])('%s', (algorithm) => {
    for (const text of texts) {
      for (const encoding of ['hex', 'base64'] as const) {
        expect(crypto.createHash(algorithm).update(text).update('more').digest(encoding))
          .toBe(createHash(algorithm).update(text).update('more').digest(encoding));
      }
    }
  });

  test('the short form, and one that is not there', () => {
    expect(crypto.hash('sha256', 'abc')).toBe(createHash('sha256').update('abc').digest('hex'));
    expect(() => crypto.createHash('md5')).toThrow('a package that travels has no md5, but sha1 and sha256');
    expect(() => crypto.randomUUID()).toThrow('no randomness');
  });
});

test('bytes of texts, and texts of bytes', () => {
  for (const text of texts) {
    for (const encoding of ['utf8', 'hex', 'base64', 'base64url', 'latin1'] as const) {
      expect(bytesFrom(text).toString(encoding)).toBe(Buffer.from(text).toString(encoding));
    }
  }
  for (const [text, encoding] of [['aGVsbG8=', 'base64'], ['-_8', 'base64url'], ['00ff7', 'hex'], ['ä', 'latin1']] as const) {
    expect([...bytesFrom(text, encoding)]).toEqual([...Buffer.from(text, encoding)]);
  }
  const bytes = [0x41, 0xc3, 0xa4, 0xff, 0x42];
  expect(utf8Text(Uint8Array.from(bytes))).toBe(Buffer.from(bytes).toString());
  expect([isUtf8(Uint8Array.from(bytes)), isUtf8(Buffer.from('ä€😀'))]).toEqual([false, true]);
});

test('paths', () => {
  const given = ['', '/', '.', 'a', 'a/b', '/a/b/', '../a', 'a/../..', '/../a', './a//b/.', 'a.txt', '.hidden', '/a/b.c.d', 'a/b/../c.ts'];
  for (const one of given) {
    for (const name of ['normalize', 'dirname', 'basename', 'extname', 'isAbsolute'] as const) {
      expect([name, one, path[name](one)]).toEqual([name, one, posix[name](one)]);
    }
    for (const other of given) {
      expect([one, other, path.join(one, other)]).toEqual([one, other, posix.join(one, other)]);
      expect(path.resolve('/', one, other)).toBe(posix.resolve('/', one, other));
    }
  }
  expect(path.relative('/a/b', '/a/c/d')).toBe('../c/d');
  expect(path.basename('/a/b.ts', '.ts')).toBe('b');
  expect(path.parse('/a/b.c.d')).toEqual(posix.parse('/a/b.c.d'));
});

test('words', () => {
  expect(format('%s has %d of %j%%', 'a', 2, { b: 1 }, 'more')).toBe('a has 2 of {"b":1}% more');
});

test('what is not there may be imported and extended, and is an error where it is used', () => {
  const fs = absent('fs') as typeof import('node:fs');
  class Own extends (absent('stream') as { Readable: new () => object }).Readable {}
  expect(typeof Own).toBe('function');
  expect(() => fs.readFileSync('a')).toThrow('a package that travels has no files (fs.readFileSync)');
  expect(() => fs.promises.readFile('a')).toThrow('a package that travels has no files (fs.promises.readFile)');
  expect(() => new Own()).toThrow('a package that travels has no stream (stream.Readable)');
});
