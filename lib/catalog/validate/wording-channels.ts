/** The words for what is wrong with channels. */
import type { WordingOf } from '../../issue';
import type { CatalogIssues } from './issues';
import { quoted, where } from './words';

type Codes = 'catalog-unknown-package' | 'catalog-channel-name' | 'catalog-duplicate-channel' | 'catalog-empty-channel'
  | 'catalog-duplicate-entry' | 'catalog-entry-without-bundle' | 'catalog-entry-name' | 'catalog-no-head' | 'catalog-several-heads'
  | 'catalog-cycle' | 'catalog-stranded' | 'catalog-empty-skip' | 'catalog-skip-range';

export const channelWording: Pick<WordingOf<CatalogIssues>, Codes> = {
  'catalog-unknown-package': ({ of, unknown, name }) => ({
    message: `unknown package ${quoted(unknown)} for ${of} ${quoted(name)}`,
    hint: 'Add an olm.package of this name, or correct the name.',
  }),
  'catalog-channel-name': ({ package: name = '' }) => ({
    message: `package ${quoted(name)} contains channel with no name`, hint: 'Give the olm.channel a name.',
  }),
  'catalog-duplicate-channel': ({ name, package: packageName = '', first }) => ({
    message: `package ${quoted(packageName)} has duplicate channel ${quoted(name)}`,
    hint: `The first one is at ${where(first)}; put all entries into one of them.`,
  }),
  'catalog-empty-channel': () => ({ message: 'channel must contain at least one bundle', hint: 'Add an entry, or remove the channel.' }),
  'catalog-duplicate-entry': ({ name, package: packageName = '', channel = '' }) => ({
    message: `invalid package ${quoted(packageName)}, channel ${quoted(channel)}: duplicate entry ${quoted(name)}`,
    hint: 'Put the edges of both into one entry.',
  }),
  'catalog-entry-without-bundle': ({ names, package: packageName = '' }) => ({
    message: `no olm.bundle blobs found in package ${quoted(packageName)} for olm.channel entries [${names.join(' ')}]`,
    hint: 'Add the bundles, correct the names, or remove the entries.',
  }),
  'catalog-entry-name': ({ index }) => ({ message: `entry [${index}] has no name`, hint: 'Name the bundle.' }),
  'catalog-no-head': () => ({
    message: 'no channel head found in graph',
    hint: 'Every entry is replaced or skipped by another one; the newest version must not be.',
  }),
  'catalog-several-heads': ({ heads }) => ({
    message: `multiple channel heads found in graph: ${heads.join(', ')}`,
    hint: 'Let the newest version replace or skip the others; a skipRange is not enough.',
  }),
  'catalog-cycle': ({ names }) => ({
    message: `detected cycle in replaces chain of upgrade graph: ${names.join(' -> ')}`, hint: 'Remove the replaces of the oldest of them.',
  }),
  'catalog-stranded': ({ names }) => ({
    message: `channel contains one or more stranded bundles: ${names.join(', ')}`,
    hint: 'The chain of replaces from the head does not reach them, because it ends at a version that is skipped. '
      + 'Let the version that skips replace one of them, or skip them, too.',
  }),
  'catalog-empty-skip': ({ index }) => ({ message: `skip[${index}] is empty`, hint: 'Name a bundle, or remove it.' }),
  'catalog-skip-range': ({ range, reason }) => ({
    message: `invalid skipRange ${quoted(range)}: ${reason}`, hint: 'A range looks like ">=1.0.0 <1.2.0"; versions have no leading v.',
  }),
};
