/** Catalogs that are broken, by accident or on purpose: everything is named with its file, document and line, and nothing takes long. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import {
  CATALOG_LIMITS, catalogFilesFromDirectory, catalogFilesFromMap, type CatalogFiles, type CatalogLimits,
  catalogWording, loadCatalog, type LoadedCatalog, walkMetas,
} from '../../../../lib/catalog';
import { findingOf, formatOrigin, type Wording } from '../../../../lib/issue';

const words = ({ issues }: LoadedCatalog): readonly string[] => issues.map((issue) => {
  const { message, path, hint } = findingOf(issue, catalogWording as Wording);
  return `${issue.origin === undefined ? '' : formatOrigin(issue.origin)}: ${path === '' ? '' : `${path}: `}${message}.${hint === undefined ? '' : ` ${hint}`}`;
});
const loadFile = (content: string | Buffer, file = 'a.yaml'): Promise<LoadedCatalog> => loadCatalog(catalogFilesFromMap('test', new Map([[file, content]])));

const HIDE = 'Every file in the folder of a catalog is read, whatever its name. List files that do not belong to the catalog in a file .indexignore.';
const OK = '{"schema":"x"}';
const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

describe('what is no catalog', () => {
  test.each<[string, string | Buffer, string, readonly string[]]>([
    ['an SQLite catalog', bytes('SQLite format 3', 0, 'x'.repeat(200)), 'database/index.db', [
      'database/index.db: this is an SQLite catalog, a format that is no longer supported. '
      + 'Convert it to a file-based catalog with opm 1.50 or older: opm migrate IMAGE FOLDER',
    ]],
    ['an archive', bytes(0x1f, 0x8b, 8, 0), 'a.tgz', [`a.tgz: this is a gzip archive, not YAML or JSON. ${HIDE}`]],
    ['a program', bytes(0x7f, 'ELF', 0, 1), 'opm', [`opm: this is a binary file, not YAML or JSON. ${HIDE}`]],
    ['UTF-16', bytes(0xff, 0xfe, '{', 0, '}', 0), 'a.json', ['a.json: the file is UTF-16 text. Save it as UTF-8.']],
    ['a README', '# Title\n\n| a | b |\n|---|---|\n', 'README.md', [`README.md:3 (document 1): this is neither YAML nor JSON. ${HIDE}`]],
    ['a text of one line', 'hello', 'NOTES', [`NOTES:1 (document 1): this is just text, not a blob of a catalog. ${HIDE}`]],
    ['a list', `[${OK}]`, 'a.json', [
      'a.json:1 (document 1): this is a list, not a blob of a catalog. Write the blobs one after another, with --- between them.',
    ]],
    ['a Kubernetes manifest', 'apiVersion: v1\nkind: ConfigMap\n', 'cm.yaml', [
      `cm.yaml:1 (document 1): this is a Kubernetes manifest, not a blob of a catalog. ${HIDE}`,
    ]],
    ['a mapping without a schema', 'name: p\n', 'a.yaml', [
      'a.yaml:1 (document 1): object \'{"name":"p"}\' is missing root schema field. Give every blob its schema, like schema: olm.bundle.',
    ]],
    ['nothing', '', 'a.yaml', []],
    ['blanks and comments', '\n# nothing\n---\n---\n# nothing\n', 'a.yaml', []],
  ])('%s', async (_, content, file, messages) => {
    expect(words(await loadFile(content, file))).toEqual(messages);
  });
});

describe('mistakes in a file', () => {
  test.each<[string, string | Buffer, readonly string[]]>([
    ['JSON with a comma too many', `${OK}\n{"schema": "x",\n "a": [1,]}\n${OK}`, [
      'a.yaml:3 (document 2): this is not valid JSON: an unexpected character (column 10).',
    ]],
    ['JSON with another number', '{"schema": "x", "a": 01}', ['a.yaml:1 (document 1): this is not valid JSON: an invalid number (column 22).']],
    ['JSON with a tab in a text', '{"schema": "x\t"}', [
      'a.yaml:1 (document 1): this is not valid JSON: a text that is not closed, or has an invalid character or escape (column 12).',
    ]],
    ['text between JSON', `${OK}\nhello\n${OK} x\n\n${OK}`, [
      'a.yaml:2 (document 2): this is not valid JSON: text outside of an object (column 1).',
      'a.yaml:3 (document 4): this is not valid JSON: text outside of an object (column 1).',
    ]],
    ['JSON that is cut', `${OK}\n\n{"schema": "x", "a": "b`, [
      'a.yaml:3 (document 2): the file ends within this document (unexpected EOF). '
      + 'A closing bracket or quotation mark is missing, or the file was not written completely.',
    ]],
    ['mistakes in several documents', 'a: [\n---\nschema: x\n---\nschema: y\nschema: z\n', [
      'a.yaml:2 (document 1): this is not valid YAML: unexpected end of the stream within a flow collection (column 1).',
      'a.yaml:6 (document 3): schema: the key "schema" is there twice. Remove one of them; kubectl would silently take the last.',
    ]],
    ['a document that is no UTF-8', bytes('schema: x\n---\nschema: y\nname: "', 0xe9, '"\n---\nschema: z\n'), [
      'a.yaml:3 (document 2): the document is not UTF-8 text. Save the file as UTF-8.',
    ]],
    ['keys in several cases', '{"Schema": "x", "schema": "y", "NAME": "n"}', [
      'a.yaml:1 (document 1): duplicate keys for key "schema": Schema, schema. Keys that differ only in case are equal; remove one of them.',
    ]],
    ['signs that fold to the same letter', '{"ſchema": "x", "schema": "y", "pac\u212aage": "p", "package": "q"}', [
      'a.yaml:1 (document 1): duplicate keys for key "schema": schema, ſchema. Keys that differ only in case are equal; remove one of them.',
      'a.yaml:1 (document 1): duplicate keys for key "package": package, pac\u212aage. Keys that differ only in case are equal; remove one of them.',
    ]],
    ['a name that is a number', 'schema: olm.channel\nname: 1.10\npackage: true\n', [
      'a.yaml:1 (document 1): package: expected value for key "package" to be a string, got a boolean. Put the value in quotes.',
      'a.yaml:1 (document 1): name: expected value for key "name" to be a string, got a number. Put the value in quotes.',
    ]],
    ['fields of other types', 'schema: olm.channel\nname: s\npackage: p\nentries: [{name: a, skips: b, replaces: 1.0}, c]\n', [
      'a.yaml:1 (document 1): entries[1]: parse channel "p" "s": expected an object, got just text.',
      'a.yaml:1 (document 1): entries[0].replaces: parse channel "p" "s": expected a string, got a number. Put the value in quotes.',
      'a.yaml:1 (document 1): entries[0].skips: parse channel "p" "s": expected a list, got just text.',
    ]],
    ['bad base64', [
      '{"schema":"olm.package","name":"p","icon":{"base64data":"a$","mediatype":"x"}}',
      '{"schema":"olm.bundle","name":"b","package":"p","properties":[{"type":"olm.bundle.object","value":{"data":"abc"}}]}',
    ].join('\n'), [
      'a.yaml:1 (document 1): icon.base64data: parse package "p": this is not valid base64.',
      'a.yaml:2 (document 2): properties[0].value.data: parse bundle "p" "b": this is not valid base64.',
    ]],
  ])('%s', async (_, content, messages) => {
    expect(words(await loadFile(content))).toEqual(messages);
  });

  test('what is right beside them is read', async () => {
    expect((await loadFile(`${OK}\nhello\n${OK}\n{"schema": }\n${OK}`)).content.others.map(({ place }) => place.line)).toEqual([1, 3, 5]);
  });

  test('fields are found in any case, and null is absent', async () => {
    const { content, issues } = await loadFile('{"SCHEMA":"olm.channel","Name":"s","pacKage":"p","ENTRIES":[{"NAME":"a","Replaces":null,"SkipRange":"<1.0.0"}]}');
    expect(issues).toEqual([]);
    expect(content.channels).toMatchObject([{ name: 's', package: 'p', entries: [{ name: 'a', skips: [], skipRange: '<1.0.0' }] }]);
    expect(content.channels[0]?.entries[0]).not.toHaveProperty('replaces');
  });

  test('a thousand mistakes are reported, the others counted', async () => {
    const { issues } = await loadFile('{"a":1}\n'.repeat(1500));
    expect(issues).toHaveLength(1001);
    expect(issues.at(-1)).toMatchObject({ code: 'catalog-more', data: { more: 500 } });
  });
});

describe('what would take memory or time', () => {
  test.each<[string, Partial<CatalogLimits>, string]>([
    ['documents', { documents: 3 }, 'c.yaml: the catalog has more than 3 documents; what comes after is not read. Split it into several catalogs.'],
    ['values that are kept', { values: 20 }, 'b.yaml:1 (document 1): the catalog has more than 20 names, edges, images and small properties; what comes after is not read. Split it into several catalogs.'],
  ])('more %s than there may be', async (_, limits, message) => {
    const blob = (name: string): string => JSON.stringify({
      schema: 'olm.bundle', name, package: 'p', image: 'i', properties: [{ type: 'a', value: [[], [], {}, 1] }, { type: 'a', value: { b: { c: 'd' } } }],
    });
    const files = new Map(['a', 'b', 'c', 'd'].map((name) => [`${name}.yaml`, `${blob(name)}${name === 'c' ? blob('e') : ''}`]));
    const loaded = await loadCatalog(catalogFilesFromMap('test', files), { ...CATALOG_LIMITS, ...limits });
    expect(words(loaded)).toEqual([message]);
    expect(loaded.content.bundles.length).toBeLessThan(4);
  });

  test('indentation that has to be mended again and again, in one document and in many', async () => {
    const ill = (lines: number): string => `schema: x\n${Array.from({ length: lines }, (__, index) => `k${index}:\n  m: "a\n b"\n`).join('')}`;
    expect(words(await loadFile(ill(20)))).toEqual([]);
    // A document of 400 KB, of which each round costs as much as the whole.
    const [message] = words(await loadFile(`${ill(400)}l:\n${'- - - x\n'.repeat(50_000)}`));
    expect(message).toContain('deficient indentation');
    const many = await loadCatalog(catalogFilesFromMap('test', new Map([['a.yaml', `${ill(20)}---\n`.repeat(4)]])), { ...CATALOG_LIMITS, mending: 100_000 });
    expect(many.content.others.length).toBeGreaterThan(0);
    expect(many.content.others.length).toBeLessThan(4);
  });

  test.each<[string, () => string, string]>([
    ['aliases of aliases', () => {
      const lines = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`);
      return ['schema: x', 'a0: &a0 [x, x]', ...lines, ''].join('\n');
    }, 'yaml-alias-limit'],
    ['an alias of itself', () => 'schema: x\na: &a [*a]\n', 'yaml-alias'],
    ['JSON that nests deep', () => `{"schema":"x","a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 'catalog-too-deep'],
    ['YAML that nests deep', () => `schema: x\na: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`, 'yaml-syntax'],
    ['a JSON document without an end', () => `{"schema":"x","a":"${'y'.repeat(17 * 1024 * 1024)}`, 'catalog-document-too-large'],
    ['a large JSON document', () => `{"schema":"x","a":"${'y'.repeat(17 * 1024 * 1024)}"}`, 'catalog-document-too-large'],
    ['a large YAML document', () => `schema: x\na:\n${'- 012345678901234567890123456789\n'.repeat(600_000)}`, 'catalog-document-too-large'],
    ['a YAML document of one line', () => `schema: x\na: ${'y'.repeat(17 * 1024 * 1024)}`, 'catalog-document-too-large'],
  ])('%s', async (_, content, code) => {
    const started = process.cpuUsage();
    const { issues, content: read } = await loadFile(content());
    expect(issues.map((issue) => issue.code)).toEqual([code]);
    expect(read.others).toEqual([]);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  test('what comes behind a large YAML document is read', async () => {
    const { content, issues } = await loadFile(`schema: x\na:\n${'- 0123456789012345\n'.repeat(1_000_000)}---\nschema: z\n`);
    expect(issues).toMatchObject([{ code: 'catalog-document-too-large', origin: { line: 1, document: 1 } }]);
    expect(content.others).toMatchObject([{ schema: 'z', place: { document: 2, line: 1_000_004 } }]);
  });
});

test('documents are the same, in whatever pieces their bytes arrive', async () => {
  const text = Buffer.from([
    '{"schema":"a","t":"}{\\"\\\\"}', '{"schema":"b",\n"é":["\u{1f600}"]}\n', '---\nschema: c\n---\n', '# x\n---\nschema: "d"\n...\nschema: e', '',
  ].join('\n'));
  const pieces = (size: number): CatalogFiles => ({
    origin: 'test',
    list: () => Promise.resolve([{
      path: 'a',
      async *chunks() {
        const piece = Buffer.alloc(size);
        // The same memory for each piece.
        for (let at = 0; at < text.length; at += size) {
          text.copy(piece, 0, at);
          yield piece.subarray(0, Math.min(size, text.length - at));
        }
      },
      readRange: (offset, length) => Promise.resolve(text.subarray(offset, offset + length)),
    }]),
  });
  const whole = await loadCatalog(pieces(text.length));
  expect(whole.content.others.map(({ schema, place: { document, line } }) => [schema, document, line]))
    .toEqual([['a', 1, 1], ['b', 2, 2], ['c', 3, 6], ['d', 4, 11], ['e', 5, 13]]);
  for (let size = 1; size < text.length; size++) {
    const { content, issues } = await loadCatalog(pieces(size));
    expect(issues).toEqual([]);
    expect(content).toEqual(whole.content);
  }
  expect(await Promise.all(whole.content.others.map(async ({ place }) => (await whole.read(place))['schema']))).toEqual(['a', 'b', 'c', 'd', 'e']);
});

describe('folders', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('are read as a whole, hidden files and links to files included', async () => {
    mkdirSync(join(folder, 'b/.hidden'), { recursive: true });
    writeFileSync(join(folder, 'b/.hidden/x'), OK);
    writeFileSync(join(folder, 'a.yaml'), 'schema: z\n');
    symlinkSync('a.yaml', join(folder, 'c.yaml'));
    const { content, issues, files } = await loadCatalog(catalogFilesFromDirectory(folder));
    expect([issues, files]).toEqual([[], 3]);
    expect(content.others.map(({ place }) => place.file)).toEqual(['a.yaml', 'b/.hidden/x', 'c.yaml']);
  });

  test('links to folders, links that leave it, broken links and pipes are named, unless they are hidden', async () => {
    mkdirSync(join(folder, 'sub'));
    symlinkSync('sub', join(folder, 'folder'));
    symlinkSync('/etc/hostname', join(folder, 'outside'));
    symlinkSync('nowhere', join(folder, 'broken'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('sub', join(folder, 'hidden'));
    writeFileSync(join(folder, '.indexignore'), 'hidden');
    const { issues } = await loadCatalog(catalogFilesFromDirectory(folder));
    expect(issues.map(({ code, data, origin }) => [code, data['problem'], origin?.source])).toEqual([
      ['catalog-link', 'broken', 'broken'], ['catalog-link', 'folder', 'folder'], ['catalog-link', 'outside', 'outside'],
      ['catalog-special-file', undefined, 'pipe'],
    ]);
  });

  test('a single file is a catalog, too', async () => {
    writeFileSync(join(folder, 'index.json'), OK);
    const loaded = await loadCatalog(catalogFilesFromDirectory(join(folder, 'index.json')));
    expect(loaded.content.others).toMatchObject([{ schema: 'x', place: { file: 'index.json' } }]);
  });

  test('a pipe or a device is no catalog', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(loadCatalog(catalogFilesFromDirectory(pipe))).rejects.toMatchObject({
      code: 'catalog-unreadable', category: 'input', message: `The catalog ${pipe} is neither a folder nor a file.`,
    });
  });

  test('what is not there is an error; what changes while it is used, too', async () => {
    await expect(loadCatalog(catalogFilesFromDirectory(join(folder, 'gone')))).rejects.toMatchObject({ code: 'catalog-not-found', category: 'input' });
    writeFileSync(join(folder, 'a.json'), OK);
    const loaded = await loadCatalog(catalogFilesFromDirectory(folder));
    writeFileSync(join(folder, 'a.json'), '{');
    await expect(loaded.read(loaded.content.others[0]!.place)).rejects.toMatchObject({ code: 'catalog-changed' });
  });

  test('a file that may not be read is named, and the others are read', async () => {
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall: 'open' });
    const { list } = catalogFilesFromMap('test', new Map([['b', OK]]));
    const source: CatalogFiles = {
      origin: 'test',
      list: async () => [
        { path: 'a', chunks: () => { throw refused; }, readRange: () => Promise.reject(refused) }, ...await list(),
      ],
    };
    const loaded = await loadCatalog(source);
    expect(words(loaded)).toEqual(['a: it may not be read by this user. Give the user that runs this the right to read it.']);
    expect(loaded.content.others).toHaveLength(1);
  });
});

test('a walk that nobody told where to report ends at the first thing that cannot be read', async () => {
  const walk = async (): Promise<void> => {
    for await (const { blob } of walkMetas(catalogFilesFromMap('test', new Map([['a', `${OK}{`]])))) expect(blob.schema).toBe('x');
  };
  await expect(walk()).rejects.toMatchObject({ code: 'catalog-invalid' });
});
