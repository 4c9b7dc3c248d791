/** What a chart's values.yaml adds to its schema, in the table of keys and in the example. */
import { exampleOf, outlineOf, validateConfig } from '../../../../lib/config';
import { parseDocuments } from '../../../../lib/yaml';

const schema = {
  type: 'object',
  required: ['replicas', 'host', 'image'],
  properties: {
    replicas: { type: 'integer', default: 9, description: 'How many.' },
    host: { type: 'string' },
    image: { type: 'object', required: ['tag'], properties: { tag: { type: 'string' }, pullPolicy: { enum: ['Always', 'Never'] } } },
    password: { type: 'string', format: 'password' },
  },
};
const values = { replicas: 2, image: { tag: 'v1', digest: '' }, extra: ['a'], password: 'hunter2', adminToken: 'hunter3', tolerations: [], nothing: null };

const rows = (given: unknown): unknown[][] =>
  outlineOf(given, { values }).map(({ key, type, required, default: preset, secret }) => [key, type, required, preset, secret]);

test('the values are the defaults, and what has one is not required', () => {
  expect(rows(schema)).toEqual([
    ['replicas', 'integer', false, 2, false],
    ['host', 'string', true, undefined, false],
    ['image', 'object', false, undefined, false],
    ['image.tag', 'string', false, 'v1', false],
    ['image.pullPolicy', '"Always" or "Never"', false, undefined, false],
    ['image.digest', 'string', false, '', false],
    ['password', 'string', false, undefined, true],
    ['extra', 'list', false, ['a'], false],
    ['adminToken', 'string', false, undefined, true],
    ['tolerations', 'list', false, [], false],
    ['nothing', 'any', false, undefined, false],
  ]);
});

test('without a schema the values alone tell what there is', () => {
  expect(rows({}).map(([key]) => key)).toEqual(['replicas', 'image', 'image.tag', 'image.digest', 'extra', 'password', 'adminToken', 'tolerations', 'nothing']);
});

test('an example has them, commented out, and only what is missing to fill in', () => {
  const { text, hasPlaceholders } = exampleOf(schema, { values }) ?? { text: '', hasPlaceholders: false };
  expect(text).toContain('## How many.\n## (integer, optional, default 2)\n# replicas: 2\n');
  expect(text).toMatch(/^host: CHANGE-ME$/m);
  expect(text).toMatch(/^# image:\n(?: {2}## .*\n)+ {2}# tag: "v1"$/m);
  expect(text).toMatch(/^# extra: \["a"\]$/m);
  expect(text).not.toMatch(/hunter/);
  expect(hasPlaceholders).toBe(true);
  const config = parseDocuments(text, 'x').documents[0]?.value;
  expect(config).toEqual({ host: 'CHANGE-ME' });
  expect(validateConfig(schema, { ...values, ...(config as object) }, { bundle: 'x' }).value).toBeDefined();
});

test('with every key taken in it says what the author says', () => {
  const { text } = exampleOf({}, { values }) ?? { text: '' };
  const { documents, issues } = parseDocuments(text.replace(/^( *)# /gm, '$1'), 'x');
  expect(issues).toEqual([]);
  expect(documents[0]?.value).toMatchObject({ replicas: 2, image: { tag: 'v1', digest: '' }, extra: ['a'], tolerations: [] });
});
