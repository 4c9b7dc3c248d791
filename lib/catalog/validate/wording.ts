/** The words for what is wrong with a catalog as a whole: upstream's where there are such. */
import { formatPlainPath, type WordingOf } from '../../issue';
import type { CatalogIssues } from './issues';
import { adviceWording } from './wording-advice';
import { bundleWording } from './wording-bundles';
import { channelWording } from './wording-channels';
import { quoted, reference, where } from './words';

const packageWording: Pick<
  WordingOf<CatalogIssues>,
  'catalog-package-name' | 'catalog-duplicate-package' | 'catalog-default-channel' | 'catalog-no-channel' | 'catalog-duplicate-version'
> = {
  'catalog-package-name': ({ problem, name }) => (problem === 'missing'
    ? { message: 'config contains package with no name', hint: 'Give the olm.package a name.' }
    : { message: `invalid package name ${quoted(name)}: ${labelWords[problem]}` }),
  'catalog-duplicate-package': ({ name, first }) => ({
    message: `duplicate package ${quoted(name)}`, hint: `The first one is at ${where(first)}; remove one of them.`,
  }),
  'catalog-default-channel': ({ problem, name }) => (problem === 'missing'
    ? { message: 'default channel must be set', hint: 'Add defaultChannel with the name of a channel to the olm.package.' }
    : {
      message: `default channel ${quoted(name)} not found in channels list`,
      hint: 'Add an olm.channel of this name, or name another one in defaultChannel.',
    }),
  'catalog-no-channel': () => ({
    message: 'package must contain at least one channel', hint: 'Add an olm.channel that lists its bundles.',
  }),
  'catalog-duplicate-version': ({ versions }) => ({
    message: 'duplicate versions found in bundles: '
      + `[${versions.map(({ version, bundles }) => `{${version}: [${bundles.join(', ')}]}`).join(' ')}]`,
    hint: 'Give a rebuild a version or release of its own, or remove all but one.',
  }),
};

const labelWords = {
  characters: 'a lowercase RFC 1123 label must consist of lower case alphanumeric characters or \'-\', '
    + 'and must start and end with an alphanumeric character',
  length: 'must be no more than 63 characters',
};

const deprecationWording: Pick<
  WordingOf<CatalogIssues>,
  'catalog-deprecation-package' | 'catalog-duplicate-deprecations' | 'catalog-deprecation-schema' | 'catalog-duplicate-deprecation'
  | 'catalog-deprecated-unknown' | 'catalog-deprecation-name' | 'catalog-deprecation-message'
> = {
  'catalog-deprecation-package': ({ problem, name }) => ({
    message: problem === 'missing'
      ? 'package name must be set for deprecation item'
      : `cannot apply deprecations to an unknown package ${quoted(name)}`,
    hint: 'Name the package whose parts are deprecated.',
  }),
  'catalog-duplicate-deprecations': ({ name, first }) => ({
    message: `expected a maximum of one deprecation per package: ${quoted(name)}`,
    hint: `The first one is at ${where(first)}; put all entries there.`,
  }),
  'catalog-deprecation-schema': ({ problem, index, reference: given, package: name = '' }, { path }) => (problem === 'missing'
    ? { message: `schema must be set for deprecation entry [${index}] for package ${quoted(name)}`, place: formatPlainPath(path) }
    : {
      message: `cannot deprecate object ${reference(given)} for package ${quoted(name)}: object schema unknown`,
      hint: 'A reference has the schema olm.package, olm.channel or olm.bundle.', place: formatPlainPath(path),
    }),
  'catalog-duplicate-deprecation': ({ reference: given, package: name = '' }) => ({
    message: `duplicate deprecation entry ${reference(given)} for package ${quoted(name)}`, hint: 'Remove one of them.',
  }),
  'catalog-deprecated-unknown': ({ kind, name, package: packageName = '' }) => ({
    message: `cannot deprecate ${kind} ${quoted(name)} for package ${quoted(packageName)}: ${kind} not found`,
    hint: 'Correct the name, or remove the entry.',
  }),
  'catalog-deprecation-name': ({ name, package: packageName = '' }) => ({
    message: `package name must be empty for deprecated package ${quoted(packageName)} (specified ${quoted(name)})`,
    hint: 'Remove the name from the reference.',
  }),
  'catalog-deprecation-message': () => ({
    message: 'invalid deprecation: message must be set', hint: 'Say what users should do instead.',
  }),
};

export const validationWording: WordingOf<CatalogIssues> = {
  ...packageWording, ...channelWording, ...bundleWording, ...deprecationWording, ...adviceWording,
};
