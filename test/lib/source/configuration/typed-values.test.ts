/** `--set` in the type that the schema wants, where there is one way to read what was typed. */
import type { JsonObject } from '../../../../lib/api';
import { validateConfig } from '../../../../lib/config';
import { typedBySchema } from '../../../../lib/source/configuration/typed-values';
import { readConfigValues } from '../../../../lib/source/configuration/values';

const schema = {
  type: 'object',
  properties: {
    port: { type: 'string' }, on: { type: 'string' }, ratio: { type: 'number' }, count: { type: 'integer' }, switch: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string' } }, either: { type: ['string', 'integer'] }, labels: { additionalProperties: { type: 'string' } },
  },
};
const check = (values: JsonObject) => validateConfig(schema, values, { bundle: 'web' }).issues;

async function typed(sources: { readonly set?: readonly string[]; readonly setString?: readonly string[] }): Promise<JsonObject> {
  return typedBySchema(await readConfigValues({ files: [], set: [], ...sources }, () => undefined), check);
}

test.each<[string, JsonObject]>([
  ['port=8080', { port: '8080' }],
  ['port=-0', { port: '-0' }],
  ['on=true', { on: 'true' }],
  ['ratio=0.5', { ratio: 0.5 }],
  ['count=1e3', { count: 1000 }],
  ['list={1,x,true}', { list: ['1', 'x', 'true'] }],
  ['list[0]=7', { list: ['7'] }],
  ['labels.a\\.b/c=1', { labels: { 'a.b/c': '1' } }],
  ['either=true', { either: 'true' }],
])('--set %s is read as the schema has it', async (words, expected) => {
  expect(await typed({ set: [words] })).toEqual(expected);
});

test.each<[string, JsonObject]>([
  ['either=8080', { either: 8080 }],
  ['count=8', { count: 8 }],
  ['count=three', { count: 'three' }],
  ['count=1.5', { count: '1.5' }],
  ['switch=yes', { switch: 'yes' }],
  ['port=null', { port: null }],
  ['list=1', { list: 1 }],
])('--set %s stays as it was read: it fits, or there is no single way to mend it', async (words, expected) => {
  expect(await typed({ set: [words] })).toEqual(expected);
});

test('of several values for a key the last decides', async () => {
  expect(await typed({ set: ['port=1', 'port=2'] })).toEqual({ port: '2' });
  expect(await typed({ set: ['count=1'], setString: ['count=2'] })).toEqual({ count: '2' });
});

test('what nothing could be read otherwise in is checked only once, elsewhere', async () => {
  const never = (): never => {
    throw new Error('checked');
  };
  expect(typedBySchema(await readConfigValues({ files: [], set: ['a=x'] }, () => undefined), never)).toEqual({ a: 'x' });
});
