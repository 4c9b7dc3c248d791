/** The words for what is wrong with bundles. */
import { formatPlainPath, type WordingOf } from '../../issue';
import { type ImageNameProblem, isPath } from './image-name';
import type { CatalogIssues } from './issues';
import { quoted, where } from './words';

type Codes = 'catalog-bundle-name' | 'catalog-bundle-package' | 'catalog-duplicate-bundle' | 'catalog-bundle-not-in-channel'
  | 'catalog-bundle-image' | 'catalog-image-name' | 'catalog-property-type' | 'catalog-property' | 'catalog-package-property'
  | 'catalog-other-package' | 'catalog-version' | 'catalog-release' | 'catalog-release-with-build' | 'catalog-constraint-size';

export const bundleWording: Pick<WordingOf<CatalogIssues>, Codes> = {
  'catalog-bundle-name': ({ expected, bundle = '' }) => (expected === undefined
    ? { message: 'name must be set', hint: 'Give the olm.bundle the name of its ClusterServiceVersion.' }
    : {
      message: `name ${quoted(bundle)} does not match normalized name ${quoted(expected)}`,
      hint: 'A bundle with a release has this name.',
    }),
  'catalog-bundle-package': ({ name }) => ({ message: `package name must be set for bundle ${quoted(name)}`, hint: 'Name its package.' }),
  'catalog-duplicate-bundle': ({ name, package: packageName = '', first }) => ({
    message: `package ${quoted(packageName)} has duplicate bundle ${quoted(name)}`,
    hint: `The first one is at ${where(first)}; remove one of them.`,
  }),
  'catalog-bundle-not-in-channel': ({ package: packageName = '', bundle = '' }) => ({
    message: `package ${quoted(packageName)}, bundle ${quoted(bundle)} not found in any channel entries`,
    hint: 'Add it to a channel, or remove it.',
  }),
  'catalog-bundle-image': () => ({ message: 'bundle image must be set', hint: 'Name the image of the bundle.' }),
  'catalog-image-name': ({ image, problem, related, package: packageName = '', bundle = '' }) => ({
    message: `package ${quoted(packageName)} bundle ${quoted(bundle)} `
      + `${related === undefined ? 'image' : `relatedImages[${related}].image`}: `
      + `invalid image pull spec ${quoted(image)}: ${imageWords[problem]}`,
    hint: isPath(image)
      ? 'A catalog that others use names images. To make the blob of a bundle with the name of its image: '
        + 'boxcutter catalog render BUNDLE --image-name registry.example/{package}:v{version}'
      : 'The form is registry/repository:tag or registry/repository@sha256:<64 digits>.',
  }),
  'catalog-property-type': ({ index }) => ({ message: `property[${index}] has no type`, hint: 'Every property has a type and a value.' }),
  'catalog-property': ({ index, type, field, expected, found, bundle = '' }, { path }) => ({
    message: `parse properties for bundle ${quoted(bundle)}: parse property[${index}] of type ${quoted(type)}: `
      + `expected ${field === '' ? 'its value' : quoted(field)} to be ${expected === 'string' ? 'a string' : 'an object'}, got ${found}`,
    hint: expected === 'string' && found !== 'list' && found !== 'object' ? 'Put the value in quotes.' : undefined,
    place: formatPlainPath(path),
  }),
  'catalog-package-property': ({ found, package: packageName = '', bundle = '' }) => ({
    message: `package ${quoted(packageName)} bundle ${quoted(bundle)} must have exactly 1 "olm.package" property, found ${found}`,
    hint: 'It holds packageName and version.',
  }),
  'catalog-other-package': ({ named, package: packageName = '' }) => ({
    message: `package ${quoted(packageName)} does not match "olm.package" property ${quoted(named)}`, hint: 'Correct one of them.',
  }),
  'catalog-version': ({ version, reason, bundle = '' }) => ({
    message: `error parsing bundle ${quoted(bundle)} version ${quoted(version)}: ${reason}`,
    hint: 'A version is three numbers, like 1.2.3, without a leading v.',
  }),
  'catalog-release': ({ release, reason, bundle = '' }) => ({
    message: `error parsing bundle ${quoted(bundle)} release version ${quoted(release)}: invalid release ${quoted(release)}: ${reason}`,
    hint: 'A release is up to 20 characters, written like a pre-release: 2, rc.1.',
  }),
  'catalog-release-with-build': () => ({
    message: 'cannot use build metadata in version with a release version', hint: 'Remove the + and what follows it from the version.',
  }),
  'catalog-constraint-size': ({ bytes, limit }) => ({
    message: `olm.constraint value is greater than max constraint size ${limit} bytes: it has ${bytes}`, hint: 'Make it smaller.',
  }),
};

const imageWords: Readonly<Record<ImageNameProblem, string>> = {
  'format': 'invalid reference format',
  'uppercase': 'invalid reference format: repository name must be lowercase',
  'hexadecimal': 'invalid repository name, cannot specify 64-byte hexadecimal strings',
  'too-long': 'repository name must not be more than 255 characters',
  'digest-algorithm': 'unsupported digest algorithm',
  'digest-length': 'invalid checksum digest length',
};
