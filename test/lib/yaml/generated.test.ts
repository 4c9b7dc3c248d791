import { compose } from '../../../lib/yaml/compose';
import { eventsOf } from '../../../lib/yaml/events';
import { readGenerated } from '../../../lib/yaml/generated';
import { parseDocuments } from '../../../lib/yaml/parse';
import { Random } from '../../fuzz/random';
import { mutant } from './mutants';

const definition = `# Written by a generator.
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.16.1
  creationTimestamp: null
  name: shops.example.com
spec:
  group: example.com
  names:
    shortNames:
    - sh
    - 'yes'
    - "no\\tmore"
  preserve: no
  versions:
  - name: v1
    empty: {}
    none: []
    later:

    # A comment on a line of its own.
    schema:
      description: |-

        First line.

          Indented: more # than the others

        Last line.
      folded: >-
        one
        two

        three
      clipped: |
        text
      kept: >+
        text

      plain: goes on
        in another line

        and after an empty one
      quoted: 'it''s
        on two lines'
      double: "a \\"word\\" \\
        goes on"
      count: 1_000
      ratio: -1.5e3
      octal: 0755
      colons: a:b http://example.com#top
      hyphen: -x
  - name: v2
    nested:
    - list:
      - a
      - b
      other: ~
    -
      own: line
---
apiVersion: v1
kind: ConfigMap
metadata: 
  name: second
`;

function byTheParser(text: string): { values: unknown; problems: number } {
  let problems = 0;
  try {
    const { text: source, events } = eventsOf(text);
    const values = compose(source, events, () => {
      problems += 1;
    });
    return { values, problems };
  } catch {
    return { values: undefined, problems: 1 };
  }
}

test('what a generator writes means what the parser makes of it, and begins at the same place', () => {
  expect(byTheParser(definition).problems).toBe(0);
  expect(readGenerated(definition)).toEqual(byTheParser(definition).values);
  expect(parseDocuments(definition, 'shop.yaml')).toMatchObject({ documents: [{ index: 1, line: 3 }, { index: 2, line: 65 }], issues: [] });
});

test.each([
  ['an anchor', 'a: &x 1\n'],
  ['an alias', 'a: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a comment behind a value', 'a: 1 # one\n'],
  ['a mapping in flow style', 'a: {b: 1}\n'],
  ['JSON', '{"a": 1}\n'],
  ['a tab', 'a:\tb\n'],
  ['a carriage return', 'a: b\r\n'],
  ['a key that is there twice', 'a: 1\na: 2\n'],
  ['a quoted key', '"a": 1\n'],
  ['a key named __proto__', '__proto__: 1\n'],
  ['a key that is null', 'null: 1\n'],
  ['an integer that no double holds', 'a: 9007199254740993\n'],
  ['infinity', 'a: .inf\n'],
  ['a colon in a plain value', 'a: b: c\n'],
  ['a colon in a later line of a plain value', 'a: b\n  c: d\n'],
  ['a member that is indented deeper than the others', 'a: 1\n  b: 2\n'],
  ['an escape by number', 'a: "\\u0041"\n'],
  ['an unknown escape', 'a: "\\q"\n'],
  ['a quote without an end', 'a: \'b\n'],
  ['text behind a quote', 'a: \'b\' c\n'],
  ['a line of a quoted value that is not indented', 'a: \'b\nc\'\n'],
  ['the width of a block scalar', 'a: |2\n   b\n'],
  ['a block scalar that begins with a wider empty line', 'a: |\n    \n  b\n'],
  ['a document without content', 'a: 1\n---\n'],
  ['a document that begins behind its mark', '--- a\n'],
  ['the end of a document', 'a: 1\n...\n'],
  ['no text', ''],
  ['no break at the end', 'a: 1'],
  ['a character beyond the basic plane', 'a: 😀\n'],
])('%s is left to the parser', (_what, text) => {
  expect(readGenerated(text)).toBeUndefined();
});

test('of texts that are changed here and there, none is read otherwise than by the parser', () => {
  const random = new Random(20261123);
  let taken = 0;
  for (let round = 0; round < 1500; round += 1) {
    const text = mutant(definition, random);
    const read = readGenerated(text);
    if (read === undefined) continue;
    taken += 1;
    expect({ text, values: read, problems: 0 }).toEqual({ text, ...byTheParser(text) });
  }
  expect(taken).toBeGreaterThan(300);
});
