import { decodeUtf8 } from '../../../lib/yaml';

test.each<[string, Buffer, string | undefined]>([
  ['ASCII', Buffer.from('a: b\n'), 'a: b\n'],
  ['text beyond ASCII', Buffer.from('a: “ä” 😀\n'), 'a: “ä” 😀\n'],
  ['a mark of the byte order', Buffer.from('\ufeffa: ä'), 'a: ä'],
  ['Latin-1', Buffer.from('a: ä', 'latin1'), undefined],
  ['UTF-16', Buffer.from('\ufeffa', 'utf16le'), undefined],
  ['nothing', Buffer.alloc(0), ''],
])('%s is read as the decoder of the platform reads it', (_what, bytes, text) => {
  expect(decodeUtf8(bytes)).toBe(text);
  const decode = (): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (text === undefined) expect(decode).toThrow(TypeError);
  else expect(decode()).toBe(text);
});
