/** What the record of an extension keeps of its bundle, and what it takes for that. */
import { type BundleProperty, isInstalledBundle, keptProperties } from '../../../lib/api';

const kind = (name: string): BundleProperty => ({ type: 'olm.gvk', value: { group: 'web.example', version: 'v1', kind: name } });
const catalog = { name: 'own', where: './catalog', packageName: 'web', policy: 'CatalogProvided' };
const whole = { name: 'web.v1', version: '1.0.0', release: '2', reference: 'r/web@sha256:0', properties: [kind('Site')], catalog };

describe('properties', () => {
  test('are kept where they say what a bundle brings and needs, each once, in their order', () => {
    const needed = { type: 'olm.package.required', value: { packageName: 'certs', versionRange: '>1.0.0' } };
    const all = [{ type: 'olm.package', value: {} }, needed, kind('Site'), { type: 'olm.csv.metadata', value: {} }, kind('Site')];
    expect(keptProperties(all)).toEqual({ properties: [needed, kind('Site')] });
  });
  test.each([
    ['many', Array.from({ length: 501 }, (_, index) => kind(`Kind${index}`)), 500],
    ['large', [kind('Site'), { type: 'olm.constraint', value: 'x'.repeat(64 * 1024) }, kind('Other')], 1],
  ])('that are too %s are left out, and that is put down', (_, all, kept) => {
    const { properties, leftOut } = keptProperties(all);
    expect([properties.length, leftOut]).toEqual([kept, true]);
  });
});

describe('the form of what is read from a record', () => {
  test('with all that there may be, and with nothing but what there must be', () => {
    expect(isInstalledBundle(whole)).toBe(true);
    expect(isInstalledBundle({ name: 'web.v1', properties: [] })).toBe(true);
    expect(isInstalledBundle({ ...whole, catalog: { ...catalog, channels: ['stable'], version: '>=1' } })).toBe(true);
  });
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'web.v1'],
    ['no name', { properties: [] }],
    ['a name as long as a file', { ...whole, name: 'n'.repeat(254) }],
    ['no properties', { name: 'web.v1' }],
    ['a property without type', { ...whole, properties: [{ value: 1 }] }],
    ['thousands of properties', { ...whole, properties: Array.from({ length: 501 }, () => kind('Site')) }],
    ['another policy', { ...whole, catalog: { ...catalog, policy: 'Any' } }],
    ['channels that are no texts', { ...whole, catalog: { ...catalog, channels: [1] } }],
    ['hundreds of channels', { ...whole, catalog: { ...catalog, channels: Array.from({ length: 257 }, () => 'c') } }],
    ['a range as long as a file', { ...whole, catalog: { ...catalog, version: '1'.repeat(513) } }],
  ])('%s is none', (_, value) => expect(isInstalledBundle(value)).toBe(false));
});
