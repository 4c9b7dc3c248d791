import { words, type ArgumentsOf } from '../../command';
import { output } from '../../options';
import { imagePlaces, rendering } from './rendering';

export const catalogBuildWords = words({
  name: 'build',
  describe: 'Make the image of a catalog, without docker: as a layout, an archive, or in a registry. It is validated before',
  positionals: {
    reference: {
      type: 'string',
      demandOption: true,
      describe: 'Folder of a catalog; or a template, composition or file, which is rendered',
    },
  },
  options: {
    ...rendering,
    ...imagePlaces,
    label: { type: 'string', array: true, nargs: 1, describe: 'Another label, KEY=VALUE' },
    validate: { type: 'boolean', default: true, describe: 'Validate it first; --no-validate builds what is broken' },
    ...output,
  },
  examples: [
    ['$0 catalog build ./catalog --push registry.example/catalog:v1', 'Prints the digest, which is the same for the same files'],
    ['$0 catalog build composition.yaml --archive catalog.tar', 'Of what several catalogs make'],
  ],
});

export type CatalogBuildArgs = ArgumentsOf<typeof catalogBuildWords>;
