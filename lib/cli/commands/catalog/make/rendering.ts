/** What subcommands share that make catalogs of bundles. */
import type { NamedOptions } from '../../command';

export const references = {
  type: 'string',
  array: true,
  demandOption: true,
  describe: 'Bundles (folder, chart, archive, image), catalogs (folder, file, image), templates, compositions; - is standard input',
} as const;

export const rendering = {
  'image-name': {
    type: 'string',
    describe: 'Name for the image of a bundle from this machine: registry.example/{package}:v{version}; '
      + '{name} and {digest} are possible, too',
  },
  'pin': {
    type: 'boolean',
    default: false,
    describe: 'Name images by digest; for a bundle from this machine, it is the digest that bundle push gives it',
  },
  'bundle-objects': {
    type: 'boolean',
    default: false,
    describe: 'Include all manifests of each bundle, which clusters before OpenShift 4.17 need, instead of a description',
  },
  'strict': {
    type: 'boolean',
    default: false,
    describe: 'Refuse bundles whose manifests cannot be read or that bundle validate refuses; otherwise such manifests are skipped',
  },
  'platform': { type: 'string', describe: 'If an image has several platforms, the one to read, like linux/arm64' },
} as const satisfies NamedOptions;

export const syntax = {
  output: { type: 'string', alias: 'o', choices: ['yaml', 'json'], default: 'yaml', describe: 'Format of the catalog' },
} as const satisfies NamedOptions;

/** Where the image of a catalog goes. */
export const imagePlaces = {
  layout: { type: 'string', describe: 'OCI image layout to create or add to: DIR or DIR:TAG' },
  archive: { type: 'string', describe: 'Image archive, which podman and docker can load' },
  push: { type: 'string', describe: 'Registry: registry/name:tag' },
} as const satisfies NamedOptions;
