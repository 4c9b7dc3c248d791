import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigSources, readConfigValues as readValues } from '../../../../lib/source/configuration/values';
import { isBoxcutterError } from '../../../../lib/errors';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'config-values-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const readConfigValues = async (sources: ConfigSources): Promise<unknown> => (await readValues(sources, () => undefined)).values;

const set = (...words: string[]): Promise<unknown> => readConfigValues({ files: [], set: words });

async function failure(run: Promise<unknown>): Promise<{ code: string; message: string; hint: string | undefined }> {
  const error: unknown = await run.then(() => undefined, (reason: unknown) => reason);
  if (!isBoxcutterError(error)) throw new Error('It was expected to fail.');
  expect(error.category).toBe('input');
  return { code: error.code, message: error.message, hint: error.hint };
}

test('nothing given is nothing configured, an empty file is an empty configuration', async () => {
  expect(await readConfigValues({ files: [], set: [] })).toBeUndefined();
  expect(await readConfigValues({ files: [file('empty.yaml', '# nothing\n')], set: [] })).toEqual({});
});

test('files are merged in their order, maps by key, lists as a whole; single values come after them, text last', async () => {
  const first = file('first.yaml', 'a: {x: 1, list: [1, 2]}\nb: 1\n');
  const second = file('second.json', '{"a": {"list": [3], "z": null}}');
  expect(await readConfigValues({
    files: [first, second],
    set: ['b=2,a.x=9', 'b=3'],
    setString: ['a.x=9'],
  })).toEqual({ a: { x: '9', list: [3], z: null }, b: 3 });
});

test.each<[string, unknown]>([
  ['a.b[0].c=text', { a: { b: [{ c: 'text' }] } }],
  ['a=true,b=false,c=null,d=12,e=-3', { a: true, b: false, c: null, d: 12, e: -3 }],
  ['a=1.5,b=007,c=1e3,d=', { a: '1.5', b: '007', c: '1e3', d: '' }],
  ['a\\.b/c=1', { 'a.b/c': 1 }],
  ['a=x\\,y', { a: 'x,y' }],
  ['a={1,x,true},b={}', { a: [1, 'x', true], b: [] }],
  ['a=b=c', { a: 'b=c' }],
  ['a[0]=x,a[1]=y', { a: ['x', 'y'] }],
  ['a[0][0]=x', { a: [['x']] }],
  ['a\\[0\\]=x', { 'a[0]': 'x' }],
  ['constructor.name=x', { constructor: { name: 'x' } }],
])('--set %s', async (words, expected) => {
  expect(await set(words)).toEqual(expected);
});

test('--set-file takes the text of a file, --set-env that of a variable, as they are; they come last', async () => {
  const key = file('tls.key', 'line, one\n{two}\n');
  process.env['TYPED_TOKEN'] = '007,x=y';
  expect(await readConfigValues({ files: [], set: ['tls.key=none,token=none'], setFile: [`tls.key=${key}`], setEnv: ['token=TYPED_TOKEN'] }))
    .toEqual({ tls: { key: 'line, one\n{two}\n' }, token: '007,x=y' });
});

test.each<[what: string, Partial<ConfigSources>, code: string, message: RegExp]>([
  ['a file that is not there', { setFile: ['a=/nonexistent/key'] }, 'config-not-found', /no file \/nonexistent\/key/],
  ['a variable that is not set', { setEnv: ['a=TYPED_NONE'] }, 'set-invalid', /no environment variable TYPED_NONE/],
  ['no source', { setFile: ['secret-value'] }, 'set-invalid', /^--set-file cannot be read: it is not key=PATH\.$/],
  ['no variable', { setEnv: ['a='] }, 'set-invalid', /^--set-env cannot be read: it is not key=NAME\.$/],
])('refused: %s', async (_, sources, code, message) => {
  const { code: found, message: said } = await failure(readConfigValues({ files: [], set: [], ...sources }));
  expect(found).toBe(code);
  expect(said).toMatch(message);
});

test('--set-string leaves everything text', async () => {
  expect(await readConfigValues({ files: [], set: [], setString: ['a=true,b=12,c={1,2}'] })).toEqual({ a: 'true', b: '12', c: ['1', '2'] });
});

test.each<[string[], string]>([
  [['hunter2'], '--set cannot be read: it has no =.'],
  [['a.=hunter2'], '--set a. cannot be read: a part of the key is empty.'],
  [['=hunter2'], '--set  cannot be read: a part of the key is empty.'],
  [['a[x]=hunter2'], '--set a[x] cannot be read: an index is not a number in brackets.'],
  [['a[1000]=hunter2'], '--set a[1000] cannot be read: its index is larger than 999, the last that can be written value by value.'],
  [
    ['a[99999999]=hunter2'],
    '--set a[99999999] cannot be read: its index is larger than 999, the last that can be written value by value.',
  ],
  [['a[2]=hunter2'], '--set a[2] cannot be read: item 2 would leave a gap: there are 0.'],
  [['a=hunter2', 'a.b=1'], '--set a.b cannot be read: it goes into a value that has no keys.'],
  [['a.b=1', 'a[0]=hunter2'], '--set a[0] cannot be read: it has an index where there is no list.'],
  [['__proto__.polluted=hunter2'], '--set __proto__.polluted cannot be read: no package has a key __proto__.'],
  [['a=12345678901234567890'], '--set a cannot be read: the number is larger than 2^53 and would be rounded.'],
  [[`${'a.'.repeat(100)}b=hunter2`], `--set ${'a.'.repeat(50)} cannot be read: it is deeper than 64.`],
])('%j is refused without its value', async (words, message) => {
  expect(await failure(set(...words))).toMatchObject({ code: 'set-invalid', message, hint: expect.stringMatching(/\.$/) as string });
});

test('no key of a file or of the command line reaches the prototype of objects', async () => {
  const values = await readConfigValues({
    files: [
      file('proto.json', '{"__proto__": {"polluted": true}, "a": {"__proto__": {"polluted": true}}}'),
      file('more.yaml', 'a: {b: 1}'),
    ],
    set: ['a.c=1'],
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(values ?? {})).toEqual(['__proto__', 'a']);
});

test.each<[string, string, string]>([
  ['list.yaml', '- a\n', 'the configuration is not a mapping of keys to values'],
  ['two.yaml', 'a: 1\n---\nb: 2\n', 'the file has several documents'],
  ['twice.yaml', 'a: 1\na: 2\n', 'a'],
])('%s is refused with its name', async (name, text, message) => {
  const { code, message: said } = await failure(readConfigValues({ files: [file(name, text)], set: [] }));
  expect(code).toBe('input-invalid');
  expect(said).toContain(name);
  expect(said).toContain(message);
});

test('a file that is not there, or no text, is named', async () => {
  expect(await failure(readConfigValues({ files: [join(folder, 'none.yaml')], set: [] }))).toMatchObject({ code: 'config-not-found' });
  writeFileSync(join(folder, 'binary'), Buffer.from([0xff, 0xfe, 0x80]));
  expect((await failure(readConfigValues({ files: [join(folder, 'binary')], set: [] }))).message)
    .toMatch(/binary cannot be read: it is not UTF-8 text\.$/);
});
