/** Integers beyond 2^53 keep their digits, from the files of a catalog to what is served and written. */
import type { JsonObject } from '../../../../lib/api';
import { bundleFilesOf } from '../../../../lib/bundle';
import { catalogFilesFromMap, loadCatalog, renderBundleBlob, walkMetas, writeBlob, writeCatalog } from '../../../../lib/catalog';
import { blobsOf } from '../../../../lib/source/catalog';
import { files } from '../../formats/sample';

const JSON_BLOB = '{"schema":"olm.bundle","package":"web","name":"web.v1","image":"x.example/web","properties":[{"type":"a","value":{"max":9223372036854775807,"min":-9007199254740993}},{"type":"b","value":12345678901234567890},{"type":"c","value":[9007199254740993,1.5,"9007199254740993","integer-5"]}]}';
const YAML_BLOB = [
  'schema: olm.bundle', 'package: web', 'name: web.v1', 'image: x.example/web', 'properties:', '- type: a', '  value: {max: 9223372036854775807, min: -9_007_199_254_740_993}',
  '- type: b', '  value: 12345678901234567890', '- type: c', '  value:', '  - 9007199254740993', '  - 1.5', '  - "9007199254740993"', '  - integer-5', '',
].join('\n');
const NUMBERS = ['9223372036854775807', '-9007199254740993', '12345678901234567890', '9007199254740993'];

async function blobs(path: string, text: string): Promise<readonly JsonObject[]> {
  const loaded = await loadCatalog(catalogFilesFromMap('test', new Map([[path, Buffer.from(text)]])));
  expect(loaded.issues).toEqual([]);
  return blobsOf(loaded, []);
}

describe.each([['catalog.json', JSON_BLOB], ['catalog.yaml', YAML_BLOB], ['mixed.yaml', `---\n${JSON_BLOB}\n`]])('of %s', (path, text) => {
  test('what is served has them', async () => {
    const lines: string[] = [];
    for await (const { bytes } of walkMetas(catalogFilesFromMap('test', new Map([[path, Buffer.from(text)]])))) lines.push(bytes.toString());
    expect(lines).toEqual([
      '{"image":"x.example/web","name":"web.v1","package":"web","properties":[{"type":"a","value":{"max":9223372036854775807,"min":-9007199254740993}},'
      + '{"type":"b","value":12345678901234567890},{"type":"c","value":[9007199254740993,1.5,"9007199254740993","integer-5"]}],"schema":"olm.bundle"}\n',
    ]);
  });

  test.each(['json', 'yaml'] as const)('what is written as %s has them, and is the same when it is read and written again', async (syntax) => {
    const written = writeCatalog(await blobs(path, text), syntax);
    for (const number of NUMBERS) expect(written).toMatch(new RegExp(`[\\s:\\[]${number}[,\\n}]`));
    expect(written).toContain('"9007199254740993"'.replaceAll('"', syntax === 'json' ? '"' : written.includes('\'') ? '\'' : '"'));
    expect(writeCatalog(await blobs(`again.${syntax}`, written), syntax)).toBe(written);
  });
});

test('for all that only looks, they are numbers as JavaScript has them', async () => {
  const loaded = await loadCatalog(catalogFilesFromMap('test', new Map([['catalog.yaml', Buffer.from(YAML_BLOB)]])));
  const [bundle] = loaded.content.bundles;
  expect(bundle?.properties[1]).toEqual({ type: 'b', value: 12345678901234567890 });
  const [blob] = await blobsOf(loaded, []);
  expect((JSON.parse(JSON.stringify(blob)) as { properties: readonly object[] }).properties[1]).toEqual({ type: 'b', value: 12345678901234567890 });
});

test('a text that looks like a mark of the writer stays a text', () => {
  expect(writeBlob({ schema: 'x', value: 'integer-5' }, 'json')).toContain('"integer-5"');
});

test('the manifests that a blob carries have them, too', () => {
  const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nlimit: 9223372036854775807\nsmall: [1, 9007199254740993, "<&>"]\n';
  const draft = Object.entries(files({ 'manifests/extra.yaml': manifest })).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  const { blob } = renderBundleBlob(bundleFilesOf('bundle', draft), { image: 'x.example/web', content: 'bundle-objects' });
  const texts = (blob?.['properties'] as unknown as readonly { readonly value: { readonly data?: string } }[])
    .map(({ value }) => Buffer.from(value.data ?? '', 'base64').toString());
  expect(texts).toContainEqual(
    '{"apiVersion":"v1","kind":"ConfigMap","limit":9223372036854775807,"metadata":{"name":"a"},"small":[1,9007199254740993,"\\u003c\\u0026\\u003e"]}',
  );
});

test.each([
  ['0x7fffffffffffffff', '9223372036854775807'],
  ['-0X20_0000_0000_0001', '-9007199254740993'],
  ['0o400000000000000001', '9007199254740993'],
  ['0400000000000000001', '9007199254740993'],
  ['0b100000000000000000000000000000000000000000000000000001', '9007199254740993'],
])('%s keeps its value, whatever the base', async (written, decimal) => {
  const [blob] = await blobs('catalog.yaml', `schema: x\nname: a\nvalue: ${written}\n`);
  expect(blob && writeBlob(blob, 'json')).toContain(decimal);
});
