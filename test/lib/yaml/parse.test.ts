import { parseDocuments, stringifyYaml, yamlWording } from '../../../lib/yaml';
import { inWords } from '../in-words';

const issuesOf = (text: string) => parseDocuments(text, 'app.yaml').issues;
const findings = (text: string) => inWords(issuesOf(text), yamlWording);

describe('documents', () => {
  test('are counted from 1, empty ones too, and know their line', () => {
    const { documents } = parseDocuments('# comment\n---\na: 1\n---\n---\n\n# another\nb: 2\n', 'app.yaml');
    expect(documents).toEqual([
      { value: { a: 1 }, file: 'app.yaml', index: 1, line: 3 },
      { value: null, file: 'app.yaml', index: 2, line: 1 },
      { value: { b: 2 }, file: 'app.yaml', index: 3, line: 8 },
    ]);
  });

  test('may be JSON, with tabs, escapes and a byte order mark', () => {
    expect(parseDocuments('\ufeff{\n\t"a": "\\/\\ud83d\\ude00",\n\t"b": [1, 2.5e3, null]\n}\n', 'app.json').documents[0]?.value)
      .toEqual({ a: '/😀', b: [1, 2500, null] });
  });

  test('a key named __proto__ is a key like others', () => {
    const value = parseDocuments('__proto__: {polluted: true}\n', 'app.yaml').documents[0]?.value;
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('problems name file, line, document and path', () => {
  test('more values than memory is there for, although the file is small enough', () => {
    expect(findings(`a: [${'[],'.repeat(2_000_001)}]`)).toEqual([
      expect.objectContaining({ code: 'yaml-too-many-nodes', message: 'the file has more than 4 million lines and values' }),
    ]);
    expect(issuesOf(`a: |\n${'  text\n'.repeat(800_000)}`)).toEqual([]);
  });

  test('a duplicate key', () => {
    expect(findings('a: 1\n---\nspec:\n  list:\n  - x\n  - name: a\n    name: b\n')).toEqual([{
      code: 'yaml-duplicate-key', severity: 'error', message: 'the key "name" is there twice', path: 'spec.list[1].name',
      origin: 'app.yaml:7 (document 2)', hint: 'Remove one of them; kubectl would silently take the last.',
    }]);
  });

  test('a duplicate key with the same value is told apart from one with another, also where the value is a collection', () => {
    const same = (text: string) => parseDocuments(text, 'a.yaml').issues.map(({ code, data, path }) => `${code} ${path.join('.')} ${String(data['same'])}`);
    expect(same('a: 1\na: 1\n')).toEqual(['yaml-duplicate-key a true']);
    expect(same('a: 1\na: "1"\n')).toEqual(['yaml-duplicate-key a false']);
    expect(same('a: {b: [1, {c: x}]}\nd: 1\na: {b: [1, {c: x}]}\n')).toEqual(['yaml-duplicate-key a true']);
    expect(same('a: {b: [1, {c: x}]}\na: {b: [1, {c: y}]}\n')).toEqual(['yaml-duplicate-key a false']);
    expect(same('a: &x {b: 1}\na: *x\n')).toEqual(['yaml-duplicate-key a true']);
    expect(same('a: 1\na: 2\na: 1\n')).toEqual(['yaml-duplicate-key a false', 'yaml-duplicate-key a false']);
    expect(same('a:\n  b: {c: 1, c: 1}\na:\n  b: {c: 1, c: 1}\n')).toEqual([
      'yaml-duplicate-key a.b.c true', 'yaml-duplicate-key a.b.c true', 'yaml-duplicate-key a true',
    ]);
  });

  test('keys that become equal are duplicates', () => {
    expect(findings('y: 1\n"true": 2\n').map(({ code }) => code)).toEqual(['yaml-duplicate-key']);
  });

  test('a syntax error', () => {
    const [finding, ...rest] = findings('a: 1\nb: [1, 2\nc: 3\n');
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ code: 'yaml-syntax', origin: expect.stringMatching(/^app\.yaml:[234]$/) as string });
    expect(finding?.message).toMatch(/^this is not valid YAML: .+ \(column \d+\)$/);
  });

  test('tabs get a hint', () => {
    expect(findings('a:\n\tb: 1\n')[0]?.hint).toBe('YAML is indented with spaces; there is a tab.');
  });

  test('an integer that would lose digits', () => {
    expect(findings('a:\n  b: 12345678901234567890\n')[0]).toMatchObject({ code: 'yaml-integer', path: 'a.b', origin: 'app.yaml:2' });
  });

  test.each([
    '12345678901234567890', '!hunter2', '!hunter2 x', '*hunter2', '!!int hunter2', '!!hunter2 x', '!hunter2!x y', '!a{hunter2 x', '!hunter2 {a: b}', '-.inf', '!!binary /w==',
  ])('password: %s, without quoting it', (text) => {
    const found = findings(`kind: Secret\nstringData:\n  password: ${text}\n`);
    expect(found).not.toEqual([]);
    expect(found[0]?.origin).toMatch(/^app\.yaml:3/);
    expect(JSON.stringify([
      found,
      issuesOf(`kind: Secret\nstringData:\n  password: ${text}\n`),
    ])).not.toMatch(/hunter2|1234567890|-\.inf|\/w==/);
  });

  test('several problems are reported together', () => {
    expect(findings('a: .inf\nb: *missing\nc: 1\nc: 2\n').map(({ code }) => code)).toEqual([
      'yaml-not-json',
      'yaml-alias',
      'yaml-duplicate-key',
    ]);
  });
});

describe('what is bounded', () => {
  test('aliases of aliases', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 10; level++) lines.push(`a${level}: &a${level} [${Array<string>(10).fill(`*a${level - 1}`).join(', ')}]`);
    expect(findings(lines.join('\n')).map(({ code }) => code)).toEqual(['yaml-alias-limit']);
  });

  test('an alias of itself', () => {
    expect(findings('a: &a [*a]\n').map(({ code }) => code)).toEqual(['yaml-alias']);
  });

  test('depth', () => {
    expect(findings(`${'['.repeat(5000)}${']'.repeat(5000)}`).map(({ code }) => code)).toEqual(['yaml-syntax']);
    expect(findings(`${'['.repeat(300)}${']'.repeat(300)}`)).toEqual([]);
  });

  test('an alias within reason is copied', () => {
    const { documents } = parseDocuments('a: &x {b: [1]}\nc: *x\n', 'app.yaml');
    const { a, c } = documents[0]?.value as { a: object; c: object };
    expect(c).toEqual(a);
    expect(c).not.toBe(a);
  });
});

describe('stringifyYaml', () => {
  const strings = [
    '', 'y', 'No', 'on', '~', 'null', 'true', '0755', '0o17', '0b11', '1_000', '1e3', '.5', '5.', '+1', '.inf', '.NaN', '=', '<<', '-', '?', ': ', 'a: b', 'a #b', '#', '&a', '*a', '!a', '@', '`', '%',
    '2024-01-02', '12:30:45', ' leading', 'trailing ', 'a\nb', 'a\n\nb\n', '\n', '\ta', 'a\u0085b', 'a\u2028b', '\ufeffa', '\u0000', '\u001b[31m', '😀', '"', '\'', '\\', '---', '--- a', '---\tb', '...', '... c', '[', '{}', '|', '> a', 'x'.repeat(300),
  ];

  test.each(strings.map((text) => [JSON.stringify(text.slice(0, 20)), text]))('%s is read back, as value, item and key', (_, text) => {
    const value = { [text]: 'first', a: text, l: [text, [text], { [text]: text }], m: { k: [], e: {} } };
    expect(parseDocuments(stringifyYaml(value), 'out.yaml')).toMatchObject({ issues: [], documents: [{ value }] });
    expect(parseDocuments(stringifyYaml(text), 'out.yaml')).toMatchObject({ issues: [], documents: [{ value: text }] });
  });

  test('ordinary strings are not quoted, doubtful ones are', () => {
    expect(stringifyYaml({ image: 'registry.example.com/a:1.2', version: '1.2.3', on: 'yes', port: 80, mode: '0755', date: '2024-01-02' }))
      .toBe('image: registry.example.com/a:1.2\nversion: 1.2.3\n\'on\': \'yes\'\nport: 80\nmode: \'0755\'\ndate: \'2024-01-02\'\n');
  });

  test('numbers are read back', () => {
    const value = [0, 1, -1, 1.5, 1e21, 1e-7, 9007199254740991];
    expect(parseDocuments(stringifyYaml(value), 'out.yaml').documents[0]?.value).toEqual(value);
  });

  test('a value used twice is written twice', () => {
    const shared = { a: 1 };
    expect(stringifyYaml({ x: shared, y: shared })).toBe('x:\n  a: 1\n\'y\':\n  a: 1\n');
  });
});

test('a million mistakes are a thousand that are told, and the number of the others', () => {
  const found = findings('a: 1\n'.repeat(1_000_000));
  expect(found).toHaveLength(1001);
  expect(found.at(-1)).toEqual({
    code: 'yaml-more', severity: 'error', message: 'there are 998999 more mistakes like these', path: '', origin: 'app.yaml', hint: 'Correct the others first.',
  });
});
