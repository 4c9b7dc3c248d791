import { schemaToTypes } from '../../../../lib/cli/typescript';
import { problemsOf, statementsOf } from './check-types';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', properties, ...more });

/** The type of one property. */
async function typeOf(schema: unknown): Promise<string> {
  const text = await schemaToTypes(object({ p: schema }), 'C');
  return /readonly p\?: ([^]*?);\n/.exec(text)?.[1] ?? text;
}

describe('the type of a schema', () => {
  test.each<[string, unknown, string]>([
    ['an enumeration is a union', { type: 'string', enum: ['a', "it's", '"'] }, `'a' | "it's" | "\\""`],
    ['so is one with null and numbers', { enum: [1, true, null, 'x'] }, `1 | true | null | 'x'`],
    ['a constant', { const: 'x' }, `'x'`],
    ['several types', { type: ['string', 'integer'] }, 'string | number'],
    ['nullable, as OpenAPI says it', { type: 'string', nullable: true }, 'string | null'],
    [
      'a number or text of Kubernetes',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      'number | string',
    ],
    ['a list is readonly', { type: 'array', items: { type: 'string' } }, 'readonly string[]'],
    [
      'a list of lists is so at every level',
      { type: 'array', items: { type: 'array', items: { enum: ['a', 'b'] } } },
      `readonly (readonly ('a' | 'b')[])[]`,
    ],
    [
      'a tuple of draft-04 is a list of what stands in it',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      'readonly (string | number)[]',
    ],
    ['a tuple of 2020-12', { type: 'array', prefixItems: [{ type: 'string' }], items: false }, 'readonly string[]'],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, '{ readonly [k: string]: number }'],
    [
      'a map by patterns',
      { type: 'object', patternProperties: { '^a': { type: 'number' }, '^b': { type: 'string' } }, additionalProperties: false },
      '{ readonly [k: string]: number | string }',
    ],
    ['any object', { type: 'object' }, '{ readonly [k: string]: unknown }'],
    ['unknown fields are kept', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, '{ readonly [k: string]: unknown }'],
    ['no key is allowed', { type: 'object', additionalProperties: false }, '{ readonly [k: string]: never }'],
    ['nothing is said', {}, 'unknown'],
    ['nothing is allowed', false, 'never'],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'string | readonly string[]'],
    ['alternatives that only restrict are no types', { type: 'string', anyOf: [{ minLength: 1 }, { pattern: 'x' }] }, 'string'],
    ['all of several', { allOf: [object({ a: {} }), object({ b: {} })] }, 'CP & CP2'],
    ['draft-04: any', { type: 'any' }, 'unknown'],
  ])('%s', async (_, schema, expected) => {
    expect(await typeOf(schema)).toBe(expected);
  });

  test('what has a default is optional, and further keys are in the type only where they are allowed expressly', async () => {
    const schema = object({
      a: { type: 'string' },
      b: { type: 'string', default: 'x' },
      open: object({ c: { type: 'number' } }, { additionalProperties: { type: 'string' } }),
    }, { required: ['a', 'b'] });
    expect(await schemaToTypes(schema, 'shop config', { header: '// Made.' })).toBe(`// Made.
export interface ShopConfig {
  readonly a: string;
  /** @defaultValue "x" */
  readonly b?: string;
  readonly open?: ShopConfigOpen;
}

export interface ShopConfigOpen {
  readonly c?: number;
  readonly [k: string]: string | number | undefined;
}
`);
  });

  test('objects that look alike are one type, with the shortest name that no other has', async () => {
    const env = object({ name: { type: 'string' } }, { required: ['name'] });
    const text = await schemaToTypes(object({
      server: object({ env, image: object({ tag: {} }) }),
      repo: object({ env, image: object({ digest: {} }) }),
    }), 'C');
    expect([...text.matchAll(/export interface (\w+)/g)].map(([, name]) => name)).toEqual([
      'C',
      'CServer',
      'CEnv',
      'CServerImage',
      'CRepo',
      'CRepoImage',
    ]);
  });

  test.each([
    ['draft-04 to 07', 'definitions'],
    ['2019-09 and later', '$defs'],
  ])('%s: what is referred to is one type, also when it refers to itself', async (_, key) => {
    const schema = {
      ...object({ tree: { $ref: `#/${key}/node` }, other: { $ref: `#/${key}/node` }, whole: { $ref: '#' } }),
      [key]: { node: object({ children: { type: 'array', items: { $ref: `#/${key}/node` } } }) },
    };
    expect(await schemaToTypes(schema, 'C')).toBe(`export interface C {
  readonly tree?: CNode;
  readonly other?: CNode;
  readonly whole?: C;
}

export interface CNode {
  readonly children?: readonly CNode[];
}
`);
  });

  test('anchors and parts with an address of their own are found in the schema', async () => {
    const schema = {
      $id: 'https://example.com/root.json',
      ...object({
        a: { $ref: '#size' },
        b: { $ref: 'https://example.com/part.json' },
        c: { $ref: 'https://example.com/root.json#/$defs/x' },
      }),
      $defs: { x: { $anchor: 'size', enum: ['s', 'm'] }, y: { $id: 'https://example.com/part.json', type: 'boolean' } },
    };
    const text = await schemaToTypes(schema, 'C');
    expect(text).toContain('readonly a?: CSize;');
    expect(text).toContain('readonly c?: CSize;');
    expect(text).toContain("export type CSize = 's' | 'm';");
    expect(text).toContain('= boolean;');
  });
});

describe('comments', () => {
  test('say what the schema says of a value', async () => {
    const schema = object({
      n: {
        type: 'integer',
        title: 'Size',
        description: 'How many.\n\nMore is\nbetter.',
        minimum: 0,
        exclusiveMinimum: true,
        maximum: 9,
        default: 3,
      },
      s: { type: 'string', minLength: 1, pattern: '^a' },
    });
    expect(await schemaToTypes(schema, 'C')).toBe(`export interface C {
  /**
   * How many.
   *
   * More is
   * better.
   *
   * At most 9. More than 0.
   *
   * @defaultValue 3
   */
  readonly n?: number;
  /** At least 1 character. Pattern: \`^a\`. */
  readonly s?: string;
}
`);
  });

  test('cannot be ended, be taken for tags or directives, or show something else than they hold', async () => {
    const text = await schemaToTypes(object({ p: {
      type: 'string',
      description: 'x */ export const evil = 1; /*\n@ts-ignore\r@deprecated \u202eback\u2028line {@link x} a@b',
    } }), 'C');
    expect(text).toBe(`export interface C {
  /**
   * x *\\/ export const evil = 1; /*
   * \\@ts-ignore
   * \\@deprecated back
   * line \\{\\@link x} a@b
   */
  readonly p?: string;
}
`);
  });
});

/** What would do harm if it got into code as it is. */
const HOSTILE = [
  '*/ export const evil = 1; /*', '/*', '`${process.exit()}`', "'; evil(); '", '"; evil(); "', '\\', "\\'", '\n}\nexport const evil = 1;\n{', '\u2028evil()\u2029', '}', '{', '[k: string]: never; evil', 'TYPE_0',
  'XTYPE_', '__proto__', 'constructor', 'toString', '', ' ', '0', 'a b', '// x', '@ts-nocheck', '/// <reference path="x"/>', '\ud800', '\u0000', '﻿', 'class', 'any', 'readonly', '<!--', '-->', 'NaN', '👍', '$ref', '$id', '#', 'T', 'unknown',
];

describe('a schema that was written to do harm', () => {
  /** Half of a character cannot be part of a reference. */
  const whole = (text: string): string => (text === '\ud800' ? '\ufffd' : text);

  const places: readonly (readonly [string, (text: string) => unknown])[] = [
    ['key', (text) => object({ [text]: object({ [text]: { type: 'string' } }) }, { required: [text] })],
    [
      'description and title',
      (text) => object({
        p: { type: 'string', description: text },
        q: object({ r: { title: text } }, { title: text, description: text }),
      }, { description: text }),
    ],
    [
      'value',
      (text) => object({
        p: { enum: [text, `${text}${text}`] },
        q: { const: text },
        r: { type: 'string', default: text, pattern: text, format: text },
      }),
    ],
    ['default object', (text) => object({ p: { type: 'object', default: { [text]: text } } })],
    [
      'definition',
      (text) => ({
        ...object({ p: { $ref: `#/$defs/${encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))}` } }),
        $defs: { [text]: object({ a: {} }) },
      }),
    ],
    [
      'words of the generator',
      (text) => object({
        p: { tsType: text, type: 'string' },
        q: { enum: ['a'], tsEnumNames: [text] },
        r: object({ s: {} }, { $id: text, id: text, extends: text, deprecated: text }),
      }, { $id: text }),
    ],
    [
      'type',
      (text) => object({
        p: { type: text },
        q: { type: [text, 'string'] },
        r: { required: text, properties: text },
      }, { required: [text, 3, null] }),
    ],
  ];

  test.each(places)('stays text, whatever stands as %s', async (place, schemaOf) => {
    const files = new Map<string, string>();
    for (const [index, text] of HOSTILE.entries()) {
      const types = await schemaToTypes(schemaOf(place === 'definition' ? whole(text) : text), text, { header: '// Types.' });
      expect(statementsOf(types).filter((kind) => kind !== 'InterfaceDeclaration' && kind !== 'TypeAliasDeclaration')).toEqual([]);
      files.set(`t${index}.ts`, types);
    }
    expect(problemsOf(files)).toEqual([]);
  });

  test.each([
    ['another document', 'http://example.com/schema.json'],
    ['a file', 'file:///etc/passwd'],
    ['a file beside it', 'other.json#/x'],
    ['nothing', '#/$defs/missing'],
    ['what every object has', '#/constructor'],
    ['an anchor that is not there', '#missing'],
  ])('a reference to %s is refused', async (_, reference) => {
    await expect(schemaToTypes(object({ p: { $ref: reference } }), 'C', { subject: 'The configuration schema of shop.v1' })).rejects.toMatchObject({
      code: 'schema-reference',
      category: 'input',
      message: expect.stringMatching(/^The configuration schema of shop\.v1 refers to ".*": .*\.$/) as unknown,
    });
  });

  test('definitions that are nothing but references to themselves make types that compile', async () => {
    const definitions: Readonly<Record<string, unknown>> = {
      'itself': { $ref: '#/$defs/a' },
      'one that refers back': { $ref: '#/$defs/b' },
      'itself in an alternative': { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] },
      'itself with more': { allOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] },
      'the whole': { $ref: '#' },
      'itself in a list': { type: 'array', items: { $ref: '#/$defs/a' } },
      'itself in a map': { type: 'object', additionalProperties: { $ref: '#/$defs/a' } },
    };
    const files = new Map<string, string>();
    for (const [what, a] of Object.entries(definitions)) {
      files.set(`${what}.ts`, await schemaToTypes({
        anyOf: [{ $ref: '#/$defs/a' }, { type: 'number' }],
        $defs: { a, b: { $ref: '#/$defs/a' } },
      }, 'C'));
    }
    expect(problemsOf(files)).toEqual([]);
  });

  test('references that multiply make each type once', async () => {
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, level) => [
      `d${level}`,
      { allOf: [
        { $ref: `#/$defs/d${level + 1}` },
        object({ a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } }),
      ] },
    ]));
    const types = await schemaToTypes({ ...object({ p: { $ref: '#/$defs/d0' } }), $defs: { ...$defs, d60: { type: 'string' } } }, 'C');
    expect(types.length).toBeLessThan(20_000);
  });

  test('a long chain of references nests nowhere', async () => {
    const $defs = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [
      `d${index}`,
      object({ p: { $ref: `#/$defs/d${(index + 1) % 3000}` } }),
    ]));
    const types = await schemaToTypes({ ...object({ p: { $ref: '#/$defs/d0' } }), $defs }, 'C');
    expect(types.match(/export interface/g)).toHaveLength(3001);
  });

  test.each<[string, () => unknown]>([
    ['nests without end', () => Array.from({ length: 5000 }).reduce<unknown>((inner) => object({ a: inner }), {})],
    ['has more parts than one can name', () => object(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, {}])))],
    ['allows more values than one can name', () => ({ enum: Array.from({ length: 50_000 }, (_, index) => index) })],
  ])('one that %s is refused', async (_, schemaOf) => {
    await expect(schemaToTypes(schemaOf(), 'C')).rejects.toMatchObject({ code: 'schema-too-large', category: 'input' });
  });

  test('ten megabytes of words become short comments', async () => {
    const types = await schemaToTypes(object({ p: {
      type: 'string',
      description: 'word '.repeat(2_000_000),
      default: 'x'.repeat(1_000_000),
      pattern: 'a'.repeat(1_000_000),
    } }), 'C');
    expect(types.length).toBeLessThan(10_000);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['text', 'x'],
    ['a list', []],
    [
      'parts of wrong types',
      {
        properties: [],
        required: {},
        items: 3,
        $ref: 4,
        anyOf: {},
        enum: {},
        allOf: 'x',
        additionalProperties: 'x',
        patternProperties: [],
      },
    ],
  ])(
    'what is no schema (%s) says nothing',
    async (_, schema) => {
      expect(await schemaToTypes(schema, 'C')).toBe('export type C = unknown;\n');
    },
  );
});

test('same schema, same text', async () => {
  const schema = object({ a: object({ x: { enum: ['b', 'a'] } }), b: object({ x: { enum: ['b', 'a'] } }) });
  expect(await schemaToTypes(schema, 'C')).toBe(await schemaToTypes(JSON.parse(JSON.stringify(schema)), 'C'));
});
