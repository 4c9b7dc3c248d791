import { words, type ArgumentsOf } from '../../command';

export const catalogDockerfileWords = words({
  name: 'dockerfile',
  describe: 'Write DIRECTORY.Dockerfile, from which docker or podman builds the image of a catalog; catalog build needs neither',
  positionals: { directory: { type: 'string', demandOption: true, describe: 'Folder of the catalog' } },
  options: {
    'base-image': {
      type: 'string',
      alias: 'i',
      default: 'scratch',
      describe: 'Base image; clusters with OLMv0 can run the catalog if the base image has opm',
    },
    'builder-image': { type: 'string', alias: 'b', describe: 'Image with opm that creates the cache; otherwise the base image' },
    'label': { type: 'string', alias: 'l', array: true, nargs: 1, describe: 'Another label, KEY=VALUE' },
  },
  examples: [['$0 catalog dockerfile catalog', 'Then: podman build -f catalog.Dockerfile -t registry.example/catalog:v1 .']],
});

export type CatalogDockerfileArgs = ArgumentsOf<typeof catalogDockerfileWords>;
