/** Which of the bundles that an app has declared is built. */
import { bundleDocument } from '../../../../lib/formats/export';
import { declaredBundle } from '../../../../lib/source/build/declared';
import type { BuildChoices } from '../../../../lib/source/choices';
import type { LoadedObject } from '../../../../lib/yaml';
import type { JsonObject } from '../../../../lib/api';

let line = 0;
function declared(name: string, format: 'registry+v1' | 'plain+v0', files: object = { 'metadata/a.yaml': `of: ${name} ${format}` }): LoadedObject {
  line += 1;
  const manifest = bundleDocument(name, { format, packageName: 'shop', version: '1.2.0', files: {} });
  return {
    manifest: { ...manifest, spec: { ...manifest.spec, files } } as unknown as JsonObject,
    origin: { source: 'dist/shop.yaml', line }, file: 'dist/shop.yaml', document: 1, line,
  };
}

const build = (documents: readonly LoadedObject[], choices: BuildChoices = {}) =>
  declaredBundle(documents, 'dist', choices, () => undefined);
const contentOf = (...given: Parameters<typeof build>): string | undefined => build(...given).read('metadata/a.yaml')?.toString();

const [plain, operator, other] = [declared('shop', 'plain+v0'), declared('shop', 'registry+v1'), declared('other', 'plain+v0')];

test.each<[string, readonly LoadedObject[], BuildChoices, string]>([
  ['the only one there is', [plain], {}, 'shop plain+v0'],
  ['the one of this name', [plain, other], { name: 'other' }, 'other plain+v0'],
  ['the one of this format', [plain, operator], { format: 'registry+v1' }, 'shop registry+v1'],
  ['the one of both', [plain, operator, other], { name: 'shop', format: 'plain+v0' }, 'shop plain+v0'],
])('%s is built', (_, documents, choices, content) => {
  expect(contentOf(documents, choices)).toBe(`of: ${content}`);
});

describe('which one is meant has to be clear', () => {
  test('several fit: all are named, with their formats', () => {
    expect(() => build([plain, operator, other], { name: 'shop' })).toThrow(expect.objectContaining({
      code: 'build-ambiguous', category: 'input',
      message: 'dist holds 2 bundles to choose from: shop (plain+v0), shop (registry+v1), other (plain+v0).',
      hint: 'Choose one with --name, or name its file.',
    }));
  });

  test('none fits: those that are there are named', () => {
    expect(() => build([plain], { name: 'shpo' })).toThrow(expect.objectContaining({
      code: 'build-ambiguous', message: 'dist does not hold the requested bundle; it holds shop (plain+v0).',
    }));
    expect(() => build([plain], { format: 'registry+v1' })).toThrow(expect.objectContaining({ code: 'build-ambiguous' }));
  });
});

test.each<[string, object]>([
  ['files that are no texts', { 'metadata/a.yaml': 3 }],
  ['a path that leads out of the bundle', { '../a.yaml': 'a: 1' }],
])('%s: the document is refused with its place', (_, files) => {
  expect(() => build([declared('shop', 'plain+v0', files)])).toThrow(expect.objectContaining({
    code: 'input-invalid', message: expect.stringContaining('dist/shop.yaml:'),
  }));
});
