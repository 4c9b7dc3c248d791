import { MIGRATION_LEVELS } from '../../../../catalog/render/levels';
import { words, type ArgumentsOf } from '../../command';
import { references, rendering, syntax } from './rendering';

export const catalogRenderWords = words({
  name: 'render',
  describe: 'Print the catalog that bundles, catalogs and templates make; nothing is validated but what no catalog can carry',
  positionals: { references },
  options: {
    ...rendering,
    'migrate': { type: 'boolean', default: false, describe: 'Bring old forms of blobs into the newest one' },
    'migrate-level': { type: 'string', choices: MIGRATION_LEVELS, describe: 'The same up to this level' },
    'output-directory': { type: 'string', describe: 'Folder, new or with a catalog to replace: a file for each package' },
    ...syntax,
  },
  examples: [
    ['$0 catalog render registry.example/web-bundle:v1.2.0', 'The olm.bundle of an image'],
    ['$0 catalog render ./bundle --image-name registry.example/{package}:v{version}', 'Of a folder, before it is pushed'],
    ['$0 catalog render template.yaml --output-directory catalog', 'What a template makes, as files'],
    ['$0 catalog render registry.example/catalog:v1 --migrate -o json', 'A catalog of images, in its newest form'],
  ],
});

export type CatalogRenderArgs = ArgumentsOf<typeof catalogRenderWords>;
