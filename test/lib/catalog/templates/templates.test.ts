/** Templates: catalogs that come out of short files. The worked example and the refusals are those of opm. */
import type { JsonObject, JsonValue } from '../../../../lib/api';
import { basicTemplateOf, isTemplate, renderTemplate, templateWording } from '../../../../lib/catalog';
import { formatIssue } from '../../../../lib/issue';

/** `registry.example/web:1.2.3` is the bundle web.v1.2.3; a part behind `#` is the package. */
function bundleBlob(image: string): JsonObject {
  const [, packageName = 'web', version = ''] = /\/([a-z]+):(.*)$/.exec(image) ?? [];
  return {
    schema: 'olm.bundle', name: `${packageName}.v${version}`, package: packageName, image,
    properties: [{ type: 'olm.package', value: { packageName, version: version.replace('_', '+') } }],
  };
}

async function render(template: JsonObject) {
  const asked: string[] = [];
  const { blobs, issues } = await renderTemplate(template, { source: 'template.yaml' }, async ({ image, from }) => {
    asked.push(from ?? image);
    const blob = bundleBlob(image);
    return { blobs: image.includes('catalog') ? [blob, blob] : [blob], issues: [], about: { description: `About ${String(blob['name'])}` } };
  });
  return { blobs, asked, said: issues.map((issue) => formatIssue(issue, templateWording)) };
}

const images = (...versions: string[]): JsonValue => ({ bundles: versions.map((version) => ({ image: `registry.example/web:${version}` })) });
const channels = (blobs: readonly JsonObject[]): Record<string, JsonValue | undefined> =>
  Object.fromEntries(blobs.filter(({ schema }) => schema === 'olm.channel').map(({ name, entries }) => [String(name), entries]));
const v = (version: string): string => `web.v${version}`;

describe('olm.semver', () => {
  const worked = {
    schema: 'olm.semver', generateMajorChannels: true, generateMinorChannels: true,
    candidate: images('0.1.0', '0.1.1', '0.1.2', '0.1.3', '0.2.0', '0.2.1', '0.2.2', '0.3.0', '1.0.0', '1.0.1', '1.1.0'),
    stable: images('1.0.1'),
  };

  test('makes the channels and edges of the worked example', async () => {
    const { blobs, said, asked } = await render({ ...worked, defaultChannelTypePreference: 'major' });
    expect(said).toEqual([]);
    expect(asked).toHaveLength(11);
    const candidate0 = [
      { name: v('0.1.0') }, { name: v('0.1.1') }, { name: v('0.1.2') },
      { name: v('0.1.3'), skips: [v('0.1.0'), v('0.1.1'), v('0.1.2')] },
      { name: v('0.2.0') }, { name: v('0.2.1') },
      { name: v('0.2.2'), replaces: v('0.1.3'), skips: [v('0.1.0'), v('0.1.1'), v('0.1.2'), v('0.2.0'), v('0.2.1')] },
      { name: v('0.3.0'), replaces: v('0.2.2'), skips: [v('0.1.0'), v('0.1.1'), v('0.1.2'), v('0.1.3'), v('0.2.0'), v('0.2.1')] },
    ];
    const candidate1 = [{ name: v('1.0.0') }, { name: v('1.0.1'), skips: [v('1.0.0')] }, { name: v('1.1.0'), replaces: v('1.0.1'), skips: [v('1.0.0')] }];
    expect(channels(blobs)).toEqual({
      'candidate-v0': candidate0,
      'candidate-v0.1': candidate0.slice(0, 4),
      'candidate-v0.2': candidate0.slice(4, 7),
      'candidate-v0.3': candidate0.slice(7),
      'candidate-v1': candidate1,
      'candidate-v1.0': candidate1.slice(0, 2),
      'candidate-v1.1': candidate1.slice(2),
      'stable-v1': [{ name: v('1.0.1') }],
      'stable-v1.0': [{ name: v('1.0.1') }],
    });
    expect(blobs[0]).toEqual({ schema: 'olm.package', name: 'web', defaultChannel: 'stable-v1', description: 'About web.v1.0.1' });
    expect(blobs.filter(({ schema }) => schema === 'olm.bundle')).toHaveLength(11);
  });

  test.each([['major', 'stable-v1'], ['minor', 'stable-v1.1']])('prefers %s channels for the default: %s', async (preference, expected) => {
    const { blobs } = await render({ ...worked, stable: images('1.0.1', '1.1.0'), defaultChannelTypePreference: preference });
    expect(blobs[0]?.['defaultChannel']).toBe(expected);
  });

  test.each([
    ['minor channels when nothing is said', {}, ['fast-v1.0']],
    ['major channels alone', { generateMajorChannels: true }, ['fast-v1']],
    ['both', { generateMajorChannels: true, generateMinorChannels: true }, ['fast-v1', 'fast-v1.0']],
    ['minor channels when neither is wanted', { generateMajorChannels: false, generateMinorChannels: false }, ['fast-v1.0']],
  ])('generates %s', async (_what, members, expected) => {
    const { blobs, said } = await render({ schema: 'olm.semver', ...members, FAST: images('1.0.0') });
    expect(said).toEqual([]);
    expect(Object.keys(channels(blobs))).toEqual(expected);
    expect(blobs[0]?.['defaultChannel']).toBe(expected.at(-1));
  });

  test.each([
    ['a preference for what is not generated', { generateMajorChannels: true, defaultChannelTypePreference: 'minor' }, "schema attribute mismatch: DefaultChannelTypePreference set to 'minor' doesn't make sense if not generating minor-version channels"],
    ['the same for major', { generateMinorChannels: true, defaultChannelTypePreference: 'major' }, "schema attribute mismatch: DefaultChannelTypePreference set to 'major' doesn't make sense if not generating major-version channels"],
    ['an unknown preference', { defaultChannelTypePreference: 'patch' }, "unknown DefaultChannelTypePreference: \"patch\". Valid values are 'major' or 'minor'."],
    ['an unknown member', { beta: images('1.0.0') }, 'unknown field "beta"'],
    ['an unknown member of a bundle', { fast: { bundles: [{ image: 'registry.example/web:1.0.0', name: 'x' }] } }, 'fast.bundles[0]: unknown field "name"'],
    ['a bundle without an image', { fast: { bundles: [{}] } }, 'fast.bundles[0]: no image is named'],
    ['bundles that are no list', { fast: { bundles: {} } }, 'fast.bundles: this has to be a list'],
    ['another package', { fast: { bundles: [{ image: 'registry.example/web:1.0.0' }, { image: 'registry.example/shop:1.1.0' }] } }, 'bundle "shop.v1.1.0" does not belong to this package: "web"'],
    ['two bundles of one name', { fast: { bundles: [{ image: 'registry.example/web:1.0.0' }, { image: 'mirror.example/web:1.0.0' }] } }, 'duplicate bundle name "web.v1.0.0"'],
    ['versions that build metadata alone tells apart', { fast: images('1.0.0_1', '1.0.0_2') }, 'encountered bundle versions which differ only by build metadata, which cannot be ordered: [bundle version "1.0.0+2" cannot be compared to "1.0.0+1"]'],
    ['a version that is none', { fast: images('one') }, 'bundle "web.vone" has no semantic version'],
    ['a reference that is no single bundle', { fast: { bundles: [{ image: 'registry.example/catalog:1.0.0' }] } }, 'bundle reference "registry.example/catalog:1.0.0" resulted in 2 bundles, expected 1'],
    ['no bundles', {}, 'render: no bundles specified or no bundles could be rendered'],
  ])('refuses %s', async (_what, members, message) => {
    const wanted = { schema: 'olm.semver', ...('fast' in members || Object.keys(members).length === 0 ? {} : { fast: images('1.0.0') }), ...members };
    const { blobs, said } = await render(wanted as JsonObject);
    expect(blobs).toEqual([]);
    expect(said.join('\n')).toContain(message);
  });
});

const web = { schema: 'olm.package', name: 'web', defaultChannel: 'stable' };
const stable = { schema: 'olm.channel', package: 'web', name: 'stable', entries: [{ name: v('1.0.0') }] };

describe('olm.template.basic', () => {
  const template = { schema: 'olm.template.basic', entries: [web, stable, { schema: 'olm.bundle', image: 'registry.example/web:1.0.0' }] };

  test('renders its bundles and passes everything else', async () => {
    const { blobs, said } = await render(template);
    expect(said).toEqual([]);
    expect(blobs).toEqual([web, stable, bundleBlob('registry.example/web:1.0.0')]);
  });

  test('comes back from the catalog that was made of it', async () => {
    expect(basicTemplateOf((await render(template)).blobs)).toEqual(template);
  });

  test('may read a bundle from elsewhere than the catalog names', async () => {
    const entry = { schema: 'olm.bundle', image: 'registry.example/web:1.0.0', from: './bundle' };
    const { blobs, asked } = await render({ ...template, entries: [entry] });
    expect(asked).toEqual(['./bundle']);
    expect(blobs[0]?.['image']).toBe('registry.example/web:1.0.0');
  });

  test.each([
    ['a bundle with properties', { schema: 'olm.bundle', image: 'x', properties: [] }, 'entries[0]: unexpected fields present in basic template bundle: properties'],
    ['a bundle without an image', { schema: 'olm.bundle', name: 'web' }, 'entries[0]: no image is named'],
    ['an entry that is no mapping', 'web', 'entries[0]: this has to be a mapping'],
  ])('refuses %s', async (_what, entry, message) => {
    const { blobs, said } = await render({ schema: 'olm.template.basic', entries: [entry] });
    expect(blobs).toEqual([]);
    expect(said.join('\n')).toContain(message);
  });

  test('refuses entries that are no list', async () => {
    expect((await render({ schema: 'olm.template.basic' })).said.join('\n')).toContain('entries: this has to be a list');
  });
});

test('another schema is refused with those that there are', async () => {
  expect(isTemplate({ schema: 'olm.template.raw' })).toBe(false);
  expect((await render({ schema: 'olm.template.raw' })).said).toEqual([
    'template.yaml: schema: template has unknown schema ("olm.template.raw"), should be "olm.template.basic" or "olm.semver" or "olm.template.substitutes". Name one of these schemas in the member schema of the template.',
  ]);
});

test.each(['olm.composite', 'olm.composite.catalogs'])('%s, which opm once had, is no blob; what takes its place is named', async (schema) => {
  expect(isTemplate({ schema })).toBe(true);
  const { blobs, said } = await render({ schema });
  expect([blobs, said]).toEqual([[], [expect.stringMatching(/is a composite template.*boxcutter\.catalog-composition\/v1/)]]);
});

describe('olm.template.substitutes', () => {
  const chain = {
    schema: 'olm.channel', package: 'web', name: 'stable', entries: [
      { name: v('1.0.0') },
      { name: v('1.1.0'), replaces: v('1.0.0'), skips: [v('1.0.5')], skipRange: '>=1.0.0 <1.1.0' },
      { name: v('1.2.0'), replaces: v('1.1.0') },
      { name: v('1.3.0'), replaces: v('1.2.0'), skips: [v('1.1.0')] },
    ],
  };
  const bundles = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map((version) => ({ schema: 'olm.bundle', image: `registry.example/web:${version}` }));
  const rebuilt = 'registry.example/web:1.1.0_2';
  const template = (substitutions: JsonValue): JsonObject => ({ schema: 'olm.template.substitutes', entries: [web, chain, ...bundles], substitutions });

  test('puts the substitute into every channel of its base', async () => {
    const { blobs, said } = await render(template([{ name: rebuilt, base: v('1.1.0') }]));
    expect(said).toEqual([]);
    expect(channels(blobs)['stable']).toEqual([
      { name: v('1.0.0') },
      { name: v('1.1.0') },
      { name: v('1.2.0'), replaces: v('1.1.0_2'), skips: [v('1.1.0')] },
      { name: v('1.3.0'), replaces: v('1.2.0'), skips: [v('1.1.0'), v('1.1.0_2')] },
      { name: v('1.1.0_2'), replaces: v('1.0.0'), skips: [v('1.0.5'), v('1.1.0')], skipRange: '>=1.0.0 <1.1.0' },
    ]);
    expect(blobs.at(-1)?.['image']).toBe(rebuilt);
  });

  test.each([
    ['no name', [{ base: v('1.1.0') }], 'substitution name cannot be empty'],
    ['no base', [{ name: rebuilt }], 'substitution base cannot be empty'],
    ['the same twice', [{ name: 'x', base: 'x' }], 'substitution name and base cannot be the same'],
    ['an unknown base', [{ name: rebuilt, base: v('9.9.9') }], 'base bundle "web.v9.9.9" does not exist in catalog'],
    ['a base that is newer', [{ name: 'registry.example/web:1.0.1', base: v('1.1.0') }], 'base bundle "web.v1.1.0" is not less than substitute bundle "web.v1.0.1"'],
    ['one base twice', [{ name: rebuilt, base: v('1.1.0') }, { name: `${rebuilt}2`, base: v('1.1.0') }], 'render: cannot reuse the same substitution base "web.v1.1.0"'],
    ['one substitute twice', [{ name: rebuilt, base: v('1.1.0') }, { name: rebuilt, base: v('1.0.0') }], 'render: cannot reuse the same substitution "registry.example/web:1.1.0_2" for different bases ("web.v1.1.0" and "web.v1.0.0")'],
  ])('refuses %s', async (_what, substitutions, message) => {
    const { blobs, said } = await render(template(substitutions as JsonValue));
    expect(blobs).toEqual([]);
    expect(said.join('\n')).toContain(message);
  });
});
