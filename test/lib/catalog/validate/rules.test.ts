/** The rules that turn blobs into packages, channels and bundles, with upstream's words. Table of docs/conformance.md. */
import { bundle, channel, deprecations, errors, type Json, pack, packageProperty, withEntries } from './catalogs';

const VALID = withEntries(['1.0.0'], ['p.v1.0.0']);
const [PACKAGE, CHANNEL, BUNDLE] = VALID as [Json, Json, Json];

type Row = readonly [scenario: string, blobs: readonly Json[], messages: readonly string[]];

const check = async (_: string, blobs: readonly Json[], messages: readonly string[]): Promise<void> => {
  expect(await errors(blobs)).toEqual(messages);
};

const label = 'a lowercase RFC 1123 label must consist of lower case alphanumeric characters or \'-\', and must start and end with an '
  + 'alphanumeric character';

describe('packages', () => {
  test.each<Row>([
    ['a package with a channel and a bundle', VALID, []],
    ['nothing at all', [], []],
    ['a package without a name', [...VALID, pack('')], ['config contains package with no name']],
    ['a package twice', [...VALID, pack('p')], ['duplicate package "p"']],
    ['a name with capitals and an underscore', [...VALID, pack('P_p')], [
      `invalid package name "P_p": ${label}`, 'package must contain at least one channel',
    ]],
    ['a name of 64 characters', [...VALID, pack('a'.repeat(64))], [
      `invalid package name "${'a'.repeat(64)}": must be no more than 63 characters`, 'package must contain at least one channel',
    ]],
    ['no default channel', [pack('p', { defaultChannel: '' }), CHANNEL, BUNDLE], ['default channel must be set']],
    ['a default channel that is not there', [pack('p', { defaultChannel: 'x' }), CHANNEL, BUNDLE], ['default channel "x" not found in channels list']],
    ['a package alone', [pack('p', { defaultChannel: '' })], ['default channel must be set', 'package must contain at least one channel']],
    ['the same version twice', [...withEntries(['1.0.0'], ['p.v1.0.0', { name: 'other', replaces: 'p.v1.0.0' }]), bundle('1.0.0', { name: 'other' })], [
      'duplicate versions found in bundles: [{1.0.0: [other, p.v1.0.0]}]',
    ]],
    ['versions that differ in build metadata', [
      ...withEntries(['1.0.0+1', '1.0.0+2'], ['p.v1.0.0+1', { name: 'p.v1.0.0+2', replaces: 'p.v1.0.0+1' }]),
    ], []],
    ['a release and a pre-release of the same text', [
      ...withEntries(['1.0.0-1'], ['p.v1.0.0-1', { name: 'p-v1.0.0-1', replaces: 'p.v1.0.0-1' }]),
      bundle('1.0.0', { name: 'p-v1.0.0-1', properties: [packageProperty('1.0.0', { release: '1' })] }),
    ], []],
  ])('%s', check);
});

describe('channels', () => {
  test.each<Row>([
    ['a channel of an unknown package', [...VALID, channel('s', ['q.v1'], { package: 'q' })], ['unknown package "q" for channel "s"']],
    ['a channel without a package', [...VALID, channel('s', ['q.v1'], { package: '' })], ['unknown package "" for channel "s"']],
    ['a channel without a name', [...VALID, channel('', ['p.v1.0.0'])], ['package "p" contains channel with no name']],
    ['a channel twice', [...VALID, CHANNEL], ['package "p" has duplicate channel "s"']],
    ['an entry twice', withEntries(['1.0.0'], ['p.v1.0.0', 'p.v1.0.0']), ['invalid package "p", channel "s": duplicate entry "p.v1.0.0"']],
    ['an entry without a name', withEntries(['1.0.0'], [{ name: 'p.v1.0.0', replaces: '' }, { name: '' }]), [
      'entry [1] has no name', 'multiple channel heads found in graph: , p.v1.0.0',
    ]],
    ['a channel without entries', [...VALID, channel('empty', [])], ['channel must contain at least one bundle']],
    ['entries without bundles, in two channels', [
      ...withEntries(['3.0.0'], [{ name: 'p.v3.0.0', replaces: 'b' }, { name: 'b', replaces: 'a' }, 'a']), channel('t', ['c']),
    ], [
      'no olm.bundle blobs found in package "p" for olm.channel entries [a b]', 'no olm.bundle blobs found in package "p" for olm.channel entries [c]',
    ]],
    ['a skip that is empty', withEntries(['1.0.0'], [{ name: 'p.v1.0.0', skips: ['x', ''] }]), ['skip[1] is empty']],
    ['a skipRange with a leading v', withEntries(['1.0.0'], [{ name: 'p.v1.0.0', skipRange: '>v1.0.0' }]), [
      'invalid skipRange ">v1.0.0": Could not parse Range ">v1.0.0": Could not parse comparator ">v" in ">v1.0.0"',
    ]],
  ])('%s', check);
});

const HEX = 'a'.repeat(64);

describe('bundles', () => {
  const withBundle = (more: Json): readonly Json[] => [PACKAGE, CHANNEL, bundle('1.0.0', more)];
  const withValue = (value: Json): readonly Json[] => withBundle({ properties: [{ type: 'olm.package', value }] });
  const withProperty = (property: Json): readonly Json[] => withBundle({ properties: [packageProperty('1.0.0'), property] });
  test.each<Row>([
    ['a bundle without a name', [...VALID, bundle('1.0.1', { name: '' })], ['name must be set']],
    ['a bundle without a package', [...VALID, bundle('1.0.1', { package: '' })], ['package name must be set for bundle "p.v1.0.1"']],
    ['a bundle of an unknown package', [...VALID, bundle('1.0.1', { package: 'q' })], ['unknown package "q" for bundle "p.v1.0.1"']],
    ['a bundle twice', [...VALID, BUNDLE], ['package "p" has duplicate bundle "p.v1.0.0"']],
    ['a bundle that no channel lists', [...VALID, bundle('1.0.1')], ['package "p", bundle "p.v1.0.1" not found in any channel entries']],
    ['neither image nor manifests', withBundle({ image: '' }), ['bundle image must be set']],
    ['manifests without an image', withBundle({
      image: '', properties: [packageProperty('1.0.0'), { type: 'olm.bundle.object', value: { data: 'e30=' } }],
    }), []],
    ['no property olm.package', withBundle({ properties: [] }), ['package "p" bundle "p.v1.0.0" must have exactly 1 "olm.package" property, found 0']],
    ['two of them', withBundle({ properties: [packageProperty('1.0.0'), packageProperty('1.0.0')] }), [
      'package "p" bundle "p.v1.0.0" must have exactly 1 "olm.package" property, found 2',
    ]],
    ['one of another package', withValue({ packageName: 'q', version: '1.0.0' }), ['package "p" does not match "olm.package" property "q"']],
    ['a version with a leading v', withValue({ packageName: 'p', version: 'v1.0.0' }), [
      'error parsing bundle "p.v1.0.0" version "v1.0.0": Invalid character(s) found in major number "v1"',
    ]],
    ['a version with leading zeros', withValue({ packageName: 'p', version: '1.02.0' }), [
      'error parsing bundle "p.v1.0.0" version "1.02.0": Minor number must not contain leading zeroes "02"',
    ]],
    ['a version of two numbers', withValue({ packageName: 'p', version: '1.0' }), [
      'error parsing bundle "p.v1.0.0" version "1.0": No Major.Minor.Patch elements found',
    ]],
    ['a version that is a number', withValue({ packageName: 'p', version: 1.1 }), [
      'parse properties for bundle "p.v1.0.0": parse property[0] of type "olm.package": expected "version" to be a string, got number',
    ]],
    ['a kind that is a list', withProperty({ type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: [] } }), [
      'parse properties for bundle "p.v1.0.0": parse property[1] of type "olm.gvk": expected "kind" to be a string, got list',
    ]],
    ['a value that is a text', withProperty({ type: 'olm.package.required', value: 'q' }), [
      'parse properties for bundle "p.v1.0.0": parse property[1] of type "olm.package.required": expected its value to be an object, got text',
    ]],
    ['a property without a type', withProperty({ value: 1 }), ['property[1] has no type']],
    ['a constraint above the limit', withProperty({ type: 'olm.constraint', value: { cel: { rule: 'x'.repeat(131_072) } } }), [
      'olm.constraint value is greater than max constraint size 131072 bytes: it has 131091',
    ]],
    ['a release with leading zeros', [
      ...withEntries([], ['p-v1.0.0-02']), bundle('1.0.0', { name: 'p-v1.0.0-02', properties: [packageProperty('1.0.0', { release: '02' })] }),
    ], ['error parsing bundle "p-v1.0.0-02" release version "02": invalid release "02": segment 0: '
      + 'Numeric PreRelease version must not contain leading zeroes "02"']],
    ['a release of 21 characters', withValue({ packageName: 'p', version: '1.0.0', release: 'a'.repeat(21) }), [
      `error parsing bundle "p.v1.0.0" release version "${'a'.repeat(21)}": invalid release "${'a'.repeat(21)}": exceeds maximum length of 20 characters`,
    ]],
    ['a release, and another name', withValue({ packageName: 'p', version: '1.0.0', release: '2' }), [
      'name "p.v1.0.0" does not match normalized name "p-v1.0.0-2"',
    ]],
    ['a release, and build metadata', withValue({ packageName: 'p', version: '1.0.0+5', release: '2' }), [
      'cannot use build metadata in version with a release version',
    ]],
    ['an image with capitals', withBundle({ image: 'example.io/P:v1' }), [
      'package "p" bundle "p.v1.0.0" image: invalid image pull spec "example.io/P:v1": invalid reference format: repository name must be lowercase',
    ]],
    ['a related image that is none', withBundle({ relatedImages: [{ image: '' }, { image: 'a b' }] }), [
      'package "p" bundle "p.v1.0.0" relatedImages[1].image: invalid image pull spec "a b": invalid reference format',
    ]],
  ])('%s', check);

  test.each([
    ['nginx', undefined], ['nginx:1.2', undefined], ['library/nginx', undefined], ['localhost/a', undefined], ['a.io:5000/b/c__d:T_1-2.x', undefined],
    ['[::1]:5000/a', undefined], [`a.io/b:v1@sha256:${HEX}`, undefined], [`a.io/b@sha512:${HEX}${HEX}`, undefined], ['Host/a', undefined],
    [HEX, 'hexadecimal'], ['a.io/b@sha256:abc', 'format'], [`a.io/b@sha256:${HEX}a`, 'digest-length'], [`a.io/b@md5:${HEX}`, 'digest-algorithm'],
    [`a.io/b@sha256:${HEX.toUpperCase()}`, 'format'], ['a.io/b:', 'format'], ['a.io//b', 'format'], ['https://a.io/b', 'format'],
    ['a.io/b:x@y@z', 'format'], [`a.io/${'b'.repeat(251)}`, 'too-long'], ['-a.io/b', 'format'], ['a.io/b-', 'format'],
  ] as const)('image %s: %s', async (image, problem) => {
    const { imageNameProblem } = await import('../../../../lib/catalog/validate/image-name.js');
    expect(imageNameProblem(image)).toBe(problem);
  });
});

describe('deprecations', () => {
  const message = 'use another';
  const withReference = (...references: readonly Json[]): readonly Json[] =>
    [...VALID, deprecations(references.map((reference) => ({ reference, message })))];
  test.each<Row>([
    ['package, channel and bundle', withReference(
      { schema: 'olm.package' }, { schema: 'olm.channel', name: 's' }, { schema: 'olm.bundle', name: 'p.v1.0.0' },
    ), []],
    ['no package', [...VALID, deprecations([], { package: '' })], ['package name must be set for deprecation item']],
    ['an unknown package', [...VALID, deprecations([], { package: 'q' })], ['cannot apply deprecations to an unknown package "q"']],
    ['two for a package', [...VALID, deprecations([]), deprecations([])], ['expected a maximum of one deprecation per package: "p"']],
    ['no schema', withReference({ name: 's' }), ['schema must be set for deprecation entry [0] for package "p"']],
    ['the same twice', withReference({ schema: 'olm.channel', name: 's' }, { schema: 'olm.channel', name: 's' }), [
      'duplicate deprecation entry olm.channel "s" for package "p"',
    ]],
    ['an unknown bundle', withReference({ schema: 'olm.bundle', name: 'x' }), ['cannot deprecate bundle "x" for package "p": bundle not found']],
    ['an unknown channel', withReference({ schema: 'olm.channel', name: 'x' }), ['cannot deprecate channel "x" for package "p": channel not found']],
    ['a package with a name', withReference({ schema: 'olm.package', name: 'p' }), [
      'package name must be empty for deprecated package "p" (specified "p")',
    ]],
    ['an unknown schema', withReference({ schema: 'olm.csv', name: 'x' }), [
      'cannot deprecate object olm.csv "x" for package "p": object schema unknown',
    ]],
    ['no message', [...VALID, deprecations([{ reference: { schema: 'olm.package' } }])], ['invalid deprecation: message must be set']],
  ])('%s', check);
});

test('all mistakes are found at once, each with its file, line and document', async () => {
  const { validate } = await import('./catalogs.js');
  const { findings, passed } = await validate([pack('p', { defaultChannel: 'x' }), channel('s', ['a', 'b']), bundle('v1')]);
  expect(passed).toBe(false);
  expect(findings.filter(({ severity }) => severity === 'error').map(({ code, origin, path }) => [code, origin, path])).toEqual([
    ['catalog-default-channel', 'catalog.yaml:1 (document 1)', 'defaultChannel'],
    ['catalog-entry-without-bundle', 'catalog.yaml:2 (document 2)', 'entries'],
    ['catalog-several-heads', 'catalog.yaml:2 (document 2)', ''],
    ['catalog-bundle-not-in-channel', 'catalog.yaml:3 (document 3)', ''],
    ['catalog-version', 'catalog.yaml:3 (document 3)', 'properties[0].value.version'],
  ]);
});

test('where a document cannot be read, nothing is said to be missing', async () => {
  const { loadText } = await import('./catalogs.js');
  const { validateCatalog } = await import('../../../../lib/catalog/index.js');
  const text = [PACKAGE, CHANNEL].map((blob) => JSON.stringify(blob)).join('\n');
  expect(validateCatalog(await loadText(`${text}\n{"schema": olm.bundle}`)).findings.map(({ code }) => code)).toEqual(['catalog-syntax']);
});
