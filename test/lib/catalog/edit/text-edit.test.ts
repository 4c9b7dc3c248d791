/** Changes of a document: one piece of its text, and nothing else. */
import type { JsonValue } from '../../../../lib/api';
import { withItem, withMember, withoutItem, withoutMember } from '../../../../lib/catalog/edit/text-edit';
import { parseDocuments } from '../../../../lib/yaml';

const block = `# The channel of everyone
schema:   olm.channel
"package": web      # ours
name: 'stable'
entries:
  # the first
  - name: web.v1.0.0   # good
  - replaces: "web.v1.0.0"
    name: web.v1.1.0
    skips:
    - web.v1.0.1
    - web.v1.0.2 # bad
`;
const json = `{
  "schema": "olm.channel",
  "name": "stable",
  "entries": [
    { "name": "web.v1.0.0" },
    {
      "name": "web.v1.1.0",
      "skips": ["web.v1.0.1", "web.v1.0.2"]
    }
  ]
}`;
const value = (text: string): JsonValue => parseDocuments(text, 'x').documents[0]?.value ?? null;

/** Lines that only one of both texts has. */
function changed(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return [...old.filter((line) => !fresh.includes(line)).map((line) => `-${line}`), ...fresh.filter((line) => !old.includes(line)).map((line) => `+${line}`)];
}

test.each([
  ['a plain text', ['schema'], 'olm.other', ['-schema:   olm.channel', '+schema:   olm.other']],
  ['a quoted key', ['package'], 'shop', ['-"package": web      # ours', '+"package": shop      # ours']],
  ['single quotes', ['name'], 'it\'s', ['-name: \'stable\'', '+name: \'it\'\'s\'']],
  ['double quotes within a list', ['entries', 1, 'replaces'], 'web.v1.0.9', ['-  - replaces: "web.v1.0.0"', '+  - replaces: "web.v1.0.9"']],
  ['a plain text that would be a number', ['schema'], '1.10', ['-schema:   olm.channel', '+schema:   \'1.10\'']],
])('a text is replaced where it stands: %s', (_what, path, text, lines) => {
  expect(changed(block, withMember(block, path.slice(0, -1), String(path.at(-1)), text))).toEqual(lines);
});

test.each([
  ['a member is added behind the others', (text: string) => withMember(text, ['entries', 0], 'skipRange', '<1.0.0'), { 'block': ['+    skipRange: <1.0.0'], 'json': ['-    { "name": "web.v1.0.0" },', '+    { "name": "web.v1.0.0", "skipRange": "<1.0.0" },'] }],
  ['an item is added behind the others', (text: string) => withItem(text, ['entries', 1, 'skips'], 'web.v1.0.3'), { 'block': ['+    - web.v1.0.3'], 'json': ['-      "skips": ["web.v1.0.1", "web.v1.0.2"]', '+      "skips": ["web.v1.0.1", "web.v1.0.2", "web.v1.0.3"]'] }],
  ['an item is removed', (text: string) => withoutItem(text, ['entries', 1, 'skips'], 0), { 'block': ['-    - web.v1.0.1'], 'json': ['-      "skips": ["web.v1.0.1", "web.v1.0.2"]', '+      "skips": ["web.v1.0.2"]'] }],
  ['a member is removed', (text: string) => withoutMember(text, ['entries', 1], 'skips'), { 'block': ['-    skips:', '-    - web.v1.0.1', '-    - web.v1.0.2 # bad'], 'json': ['-      "name": "web.v1.1.0",', '-      "skips": ["web.v1.0.1", "web.v1.0.2"]', '+      "name": "web.v1.1.0"'] }],
] as const)('%s', (_what, edit, expected) => {
  expect(changed(block, edit(block))).toEqual(expected.block);
  expect(changed(json, edit(json))).toEqual(expected.json);
});

test('a member that begins an item of a list leaves the hyphen', () => {
  expect(value(withoutMember(block, ['entries', 1], 'replaces'))).toMatchObject({ entries: [{}, { name: 'web.v1.1.0', skips: ['web.v1.0.1', 'web.v1.0.2'] }] });
});

test('an entry is added and removed in both forms', () => {
  const entry = { name: 'web.v1.2.0', replaces: 'web.v1.1.0', skips: ['web.v1.1.1'] };
  for (const text of [block, json]) {
    const added = withItem(text, ['entries'], entry);
    expect(value(added)).toMatchObject({ entries: [{}, {}, entry] });
    expect(value(withoutItem(added, ['entries'], 2))).toEqual(value(text));
    expect(value(withoutItem(withoutItem(text, ['entries'], 1), ['entries'], 0))).toMatchObject({ entries: [] });
  }
});

test.each([
  ['items in the column of the key', 'entries:\n- name: a\nname: stable\n', 'entries: []\nname: stable\n'],
  ['indented items', 'entries:\n  - name: a\nname: stable\n', 'entries: []\nname: stable\n'],
  ['a comment between', 'entries:\n# these:\n- name: a # good\nname: stable\n', 'entries:\n# these:\n  [] # good\nname: stable\n'],
  ['a text of several lines', 'entries:\n- message: |\n    gone\nname: stable\n', 'entries: []\nname: stable\n'],
  ['the end of the file', 'entries:\n- a', 'entries: []'],
])('a list that gets empty stays readable: %s', (_what, text, expected) => {
  const emptied = withoutItem(text, ['entries'], 0);
  expect(emptied).toBe(expected);
  expect(value(emptied)).toMatchObject({ entries: [] });
});

test('a list takes the place of another, and a first item that of none', () => {
  expect(value(withMember(block, ['entries', 1], 'skips', ['a', 'b']))).toMatchObject({ entries: [{}, { skips: ['a', 'b'], name: 'web.v1.1.0' }] });
  expect(value(withMember(json, ['entries', 1], 'skips', []))).toMatchObject({ entries: [{}, { skips: [] }] });
  expect(withItem('entries: []\n', ['entries'], 'a')).toBe('entries: [\n    "a"\n]\n');
});
