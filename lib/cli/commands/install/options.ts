/** What the subcommands that look into catalogs share, worded once. */
import {
  afterFailure, bundleOptions, connection, installing, output, patience, place, preflight, reaching, refusing, running, source, trusting,
  upgrading,
} from '../options';
import type { NamedOptions } from '../command';

export const catalogs = {
  catalog: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Where to look: [NAME[@PRIORITY]=] and the folder, file, image, layout or URL of a catalog, or the name of ' +
      'one that catalog use has set; otherwise $BOXCUTTER_CATALOG_SOURCES, or all that catalog use has set',
    group: 'Catalog:',
  },
  ...reaching,
} as const satisfies NamedOptions;

export const choosing = {
  ...catalogs,
  'version': { type: 'string', nargs: 1, describe: 'Only versions in this range: 1.4.2, >=1.2 <2, ~1.4', group: 'Catalog:' },
  'channel': { type: 'string', array: true, nargs: 1, describe: 'Only versions and upgrades of this channel', group: 'Catalog:' },
  'upgrade-constraint-policy': {
    type: 'string',
    choices: ['CatalogProvided', 'SelfCertified'],
    describe: 'Upgrade along the edges of the catalog (the default), or to any version, even an older one',
    group: 'Catalog:',
  },
} as const satisfies NamedOptions;

/** As of an apply: what is chosen from a catalog is applied. */
export const rollingOut = {
  ...running,
  'plan': { type: 'boolean', default: false, describe: 'Only show what would be chosen and changed, field by field (exit code 10)' },
  'full': { type: 'boolean', default: false, describe: 'With --plan: every line of every change, and the objects that would be created' },
  'yes': { type: 'boolean', alias: 'y', default: false, describe: 'Do not ask; without a terminal the command never asks' },
  'report': { type: 'string', describe: 'Write a page about the rollout: when each object was ready, and what the run waited for' },
  ...patience,
  ...afterFailure,
  'collision-protection': source['collision-protection'],
  ...preflight,
  'skip-unserved': source['skip-unserved'],
  'kubernetes-version': source['kubernetes-version'],
  ...refusing,
  ...bundleOptions,
  ...installing,
  'change-package': upgrading['change-package'],
  'take-over-crds': upgrading['take-over-crds'],
  'ignore-upgrade-gate': upgrading['ignore-upgrade-gate'],
  ...trusting,
  ...output,
  ...connection,
} as const satisfies NamedOptions;

export { place };
