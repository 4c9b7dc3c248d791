import { words, type ArgumentsOf } from '../../command';
import { output } from '../../options';
import { imagePlaces, rendering } from './rendering';

export const catalogBuildWords = words({
  name: 'build',
  describe: 'Make the image of a catalog without docker: as a layout, as an archive, or in a registry. The catalog is validated first',
  positionals: {
    reference: {
      type: 'string',
      demandOption: true,
      describe: 'Folder of a catalog; or a template, a composition or a file, which is rendered first',
    },
  },
  options: {
    ...rendering,
    ...imagePlaces,
    label: { type: 'string', array: true, nargs: 1, describe: 'Another label, KEY=VALUE' },
    validate: { type: 'boolean', default: true, describe: 'Validate the catalog first; --no-validate also builds an invalid catalog' },
    ...output,
  },
  examples: [
    ['$0 catalog build ./catalog --push registry.example/catalog:v1', 'Prints the digest; the same files give the same digest'],
    ['$0 catalog build composition.yaml --archive catalog.tar', 'From a composition of several catalogs'],
  ],
});

export type CatalogBuildArgs = ArgumentsOf<typeof catalogBuildWords>;
