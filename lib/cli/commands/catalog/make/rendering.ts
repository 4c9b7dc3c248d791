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
    describe: 'What the image of a bundle from this machine is called: registry.example/{package}:v{version}; {name} and {digest} go, too',
  },
  'pin': { type: 'boolean', default: false, describe: 'Name images of registries by their digest' },
  'bundle-objects': {
    type: 'boolean',
    default: false,
    describe: 'Carry all manifests of a bundle, as clusters before OpenShift 4.17 want them, instead of what describes it',
  },
  'strict': {
    type: 'boolean',
    default: false,
    describe: 'Refuse bundles with manifests that cannot be read, or that bundle validate refuses; otherwise they are passed over',
  },
  'platform': { type: 'string', describe: 'Of an image for several platforms, the one to read, like linux/arm64' },
} as const satisfies NamedOptions;

export const syntax = {
  output: { type: 'string', alias: 'o', choices: ['yaml', 'json'], default: 'yaml', describe: 'How the catalog is written' },
} as const satisfies NamedOptions;

/** Where the image of a catalog goes. */
export const imagePlaces = {
  layout: { type: 'string', describe: 'OCI image layout, made or added to: DIR or DIR:TAG' },
  archive: { type: 'string', describe: 'Image archive, which podman and docker load' },
  push: { type: 'string', describe: 'Registry: registry/name:tag' },
} as const satisfies NamedOptions;
