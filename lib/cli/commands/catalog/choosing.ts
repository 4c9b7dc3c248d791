/** What is chosen from catalogs, worded once. */
import type { NamedOptions } from '../command';

export const choosing = {
  'catalog': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Where to look: [NAME[@PRIORITY]=] and the folder, file, image, layout or URL of a catalog; otherwise ' +
      '$BOXCUTTER_CATALOG_SOURCES, or what catalog use has set',
    group: 'Catalog:',
  },
  'version': { type: 'string', nargs: 1, describe: 'Only versions in this range: 1.4.2, >=1.2 <2, ~1.4', group: 'Catalog:' },
  'channel': { type: 'string', array: true, nargs: 1, describe: 'Only versions of this channel, and its upgrades', group: 'Catalog:' },
  'upgrade-constraint-policy': {
    type: 'string',
    choices: ['CatalogProvided', 'SelfCertified'],
    describe: 'Upgrade along the edges of the catalog (the default), or to any version, also an older one',
    group: 'Catalog:',
  },
} as const satisfies NamedOptions;
