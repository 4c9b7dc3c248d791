import type { JsonObject } from '../../../../lib/api';
import { deploymentConfigSchema } from '../../../../lib/formats/registry-v1/config/deployment-config-schema';
import { exampleOf, outlineOf, validateConfig } from '../../../../lib/config';
import { parseDocuments } from '../../../../lib/yaml';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: false,
  required: ['storage', 'host'],
  properties: {
    'level': {
      description: 'How much is written\nto the log.',
      enum: ['info', 'debug'],
      default: 'info',
    },
    'host': { type: 'string', description: 'Where it is reached.', minLength: 3 },
    'storage': {
      type: 'object',
      additionalProperties: false,
      required: ['size'],
      properties: {
        size: { $ref: '#/$defs/size' },
        class: { type: ['string', 'null'] },
      },
    },
    'password': { type: 'string', format: 'password', default: 'hunter2' },
    'tls': {
      type: 'object',
      additionalProperties: false,
      properties: {
        issuer: { type: 'string', format: 'uri' },
        days: { type: 'integer', minimum: 1 },
      },
    },
    'labels': { type: 'object', additionalProperties: { type: 'string' } },
    'disks': {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['path'],
        properties: { path: { type: 'string' } },
      },
    },
    'yes.no': { type: 'boolean' },
    'target': {
      oneOf: [
        {
          type: 'object',
          properties: { type: { const: 's3' }, bucket: { type: 'string' } },
          required: ['type', 'bucket'],
        },
        { type: 'string' },
      ],
    },
  },
  $defs: { size: { type: 'integer', minimum: 1, description: 'In GiB.' } },
};

function parse(text: string): unknown {
  const { documents, issues } = parseDocuments(text, 'example.yaml');
  expect(issues).toEqual([]);
  return documents[0]?.value;
}

const uncommented = (text: string): string => text.replace(/^(\s*)# /gm, '$1');

test('the example has every key with its description, and only what is required is not commented out', () => {
  expect(exampleOf(schema)?.text).toMatchInlineSnapshot(`
   "## How much is written
   ## to the log.
   ## ("info" or "debug", optional, default "info")
   # level: "info"

   ## Where it is reached.
   ## (string, required)
   host: CHANGE-ME

   ## (object, required)
   storage:
     ## In GiB.
     ## (integer, required)
     size: 1
     ## (string or null, optional)
     # class: CHANGE-ME

   ## (string, optional, secret)
   # password: CHANGE-ME

   ## (object, optional)
   # tls:
     ## (string, optional)
     # issuer: "https://example.com"
     ## (integer, optional)
     # days: 1

   ## (object, optional)
   # labels: {}

   ## (list of object, optional)
   # disks: [{"path":"CHANGE-ME"}]

   ## (boolean, optional)
   # yes.no: false

   ## (object or string, optional)
   # target: {"type":"s3","bucket":"CHANGE-ME"}
   "
  `);
  expect(exampleOf(schema)?.hasPlaceholders).toBe(true);
});

test.each<[string, unknown]>([
  ['of the example', schema],
  [
    'of deploymentConfig',
    {
      type: 'object',
      properties: { deploymentConfig: deploymentConfigSchema() },
      additionalProperties: false,
    },
  ],
])('the schema %s takes the example, as it is and with everything taken in', (_, one) => {
  const { text } = exampleOf(one) ?? { text: '' };
  for (const config of [parse(text) ?? {}, parse(uncommented(text))]) {
    const { issues } = validateConfig(one, config, {
      bundle: 'web.v1.0.0',
    });
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

test('the outline has keys, types, defaults, what is required, and no default of a secret', () => {
  expect(outlineOf(schema).map(({ key, type, required, default: preset, secret }) => [key, type, required, preset, secret])).toEqual([
    ['level', '"info" or "debug"', false, 'info', false],
    ['host', 'string', true, undefined, false],
    ['storage', 'object', true, undefined, false],
    ['storage.size', 'integer', true, undefined, false],
    ['storage.class', 'string or null', false, undefined, false],
    ['password', 'string', false, undefined, true],
    ['tls', 'object', false, undefined, false],
    ['tls.issuer', 'string', false, undefined, false],
    ['tls.days', 'integer', false, undefined, false],
    ['labels', 'object', false, undefined, false],
    ['disks', 'list of object', false, undefined, false],
    ['disks[].path', 'string', true, undefined, false],
    ['yes.no', 'boolean', false, undefined, false],
    ['target', 'object or string', false, undefined, false],
  ]);
});

test('what an author writes cannot leave its comment, nor reach the terminal', () => {
  const hostile: JsonObject = {
    properties: {
      'a': {
        description: 'x\r\nevil: 1\u2028evil: 2\u001b[31mred\u0085evil: 3',
        default: 'a\u2028b\u0085c: d',
      },
      'b: {evil': {},
    },
  };
  const { text } = exampleOf(hostile) ?? { text: '' };
  expect(parse(text) ?? {}).toEqual({});
  expect(parse(uncommented(text))).toEqual({
    'a': 'a\u2028b\u0085c: d',
    'b: {evil': 'CHANGE-ME',
  });
  expect(text).not.toContain('\u001b');
  expect(outlineOf(hostile)[0]?.description).not.toContain('\u001b');
});

test('recursion ends, and a schema that cannot be used has no example', () => {
  const tree = {
    type: 'object',
    required: ['child'],
    properties: { child: { $ref: '#' } },
  };
  expect(exampleOf(tree)?.text).toContain('child:');
  expect(outlineOf(tree)).toHaveLength(2);
  expect(exampleOf({ $ref: '#' })).toBeUndefined();
  expect(exampleOf({ type: 'object' })).toBeUndefined();
});
