import { words, type ArgumentsOf } from '../../command';
import { output } from '../../options';

export const catalogPushWords = words({
  name: 'push',
  describe: 'Push a catalog to a registry: an image as it is, or one built from its files',
  positionals: {
    from: {
      type: 'string',
      demandOption: true,
      describe: 'Folder or file of a catalog, composition, template, image layout, saved image, image',
    },
    to: { type: 'string', describe: 'Where it goes: registry/name:tag; of a composition otherwise the repo and tag in it' },
  },
  options: {
    validate: { type: 'boolean', default: true, describe: 'Validate files first; --no-validate also pushes an invalid catalog' },
    platform: { type: 'string', describe: 'If the image has several platforms, the one to push, like linux/arm64' },
    ...output,
  },
  examples: [
    ['$0 catalog push ./catalog registry.example/catalog:v1', 'A folder'],
    ['$0 catalog push composition.yaml', 'To the repo and tag that it names'],
    ['$0 catalog push catalog.tar registry.example/catalog:v1', 'What catalog build has written'],
  ],
});

export type CatalogPushArgs = ArgumentsOf<typeof catalogPushWords>;
