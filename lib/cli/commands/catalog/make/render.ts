import { MIGRATION_LEVELS } from '../../../../catalog/render/levels';
import { words, type ArgumentsOf } from '../../command';
import { references, rendering, syntax } from './rendering';

export const catalogRenderWords = words({
  name: 'render',
  describe: 'Print the catalog that bundles, catalogs and templates make. It is not validated, except for what no catalog can hold',
  positionals: { references },
  options: {
    ...rendering,
    'migrate': { type: 'boolean', default: false, describe: 'Convert old forms of blobs to the newest one' },
    'migrate-level': { type: 'string', choices: MIGRATION_LEVELS, describe: 'Convert them up to this level' },
    'output-directory': { type: 'string', describe: 'Folder to write to, with one file for each package: '
      + 'new, or with a catalog to replace' },
    ...syntax,
  },
  examples: [
    ['$0 catalog render registry.example/web-bundle:v1.2.0', 'The olm.bundle of an image'],
    ['$0 catalog render ./bundle --image-name registry.example/{package}:v{version}', 'From a folder, before its image is pushed'],
    ['$0 catalog render template.yaml --output-directory catalog', 'The catalog of a template, as files'],
    ['$0 catalog render registry.example/catalog:v1 --migrate -o json', 'A catalog from its image, in the newest form'],
  ],
});

export type CatalogRenderArgs = ArgumentsOf<typeof catalogRenderWords>;
