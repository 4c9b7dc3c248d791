import { words, type ArgumentsOf } from '../../command';
import { output } from '../../options';

export const catalogPushWords = words({
  name: 'push',
  describe: 'Put a catalog into a registry: an image as it is, or one that is built of its files',
  positionals: {
    from: { type: 'string', demandOption: true, describe: 'Folder of a catalog, image layout, saved image, image reference' },
    to: { type: 'string', demandOption: true, describe: 'Where it goes: registry/name:tag' },
  },
  options: {
    validate: { type: 'boolean', default: true, describe: 'Validate files first; --no-validate pushes what is broken' },
    platform: { type: 'string', describe: 'Of an image for several platforms, the one to push, like linux/arm64' },
    ...output,
  },
  examples: [
    ['$0 catalog push ./catalog registry.example/catalog:v1', 'A folder'],
    ['$0 catalog push catalog.tar registry.example/catalog:v1', 'What catalog build has written'],
  ],
});

export type CatalogPushArgs = ArgumentsOf<typeof catalogPushWords>;
