import { words, type ArgumentsOf } from '../../command';

export const catalogDockerfileWords = words({
  name: 'dockerfile',
  describe: 'Write DIRECTORY.Dockerfile, with which docker and podman build the image of a catalog; catalog build needs neither',
  positionals: { directory: { type: 'string', demandOption: true, describe: 'Folder of the catalog' } },
  options: {
    'base-image': {
      type: 'string',
      alias: 'i',
      default: 'scratch',
      describe: 'Image that the catalog is put into; with one that has opm, clusters with OLMv0 can run it',
    },
    'builder-image': { type: 'string', alias: 'b', describe: 'Image with opm that makes the cache; otherwise the base image' },
    'label': { type: 'string', alias: 'l', array: true, nargs: 1, describe: 'Another label, KEY=VALUE' },
  },
  examples: [['$0 catalog dockerfile catalog', 'Then: podman build -f catalog.Dockerfile -t registry.example/catalog:v1 .']],
});

export type CatalogDockerfileArgs = ArgumentsOf<typeof catalogDockerfileWords>;
