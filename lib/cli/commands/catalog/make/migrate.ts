import { MIGRATION_LEVELS } from '../../../../catalog/render/levels';
import { words, type ArgumentsOf } from '../../command';
import { syntax } from './rendering';

export const catalogMigrateWords = words({
  name: 'migrate',
  describe: 'Write a catalog in the newest form into a folder, with one file for each package',
  positionals: {
    from: { type: 'string', demandOption: true, describe: 'Catalog: a folder, a file, an image' },
    to: { type: 'string', demandOption: true, describe: 'Folder to write to: new or empty' },
  },
  options: {
    level: { type: 'string', choices: MIGRATION_LEVELS, default: MIGRATION_LEVELS.at(-1), describe: 'Level to migrate to' },
    ...syntax,
  },
  examples: [['$0 catalog migrate registry.example/catalog:v1 ./catalog', 'Makes it smaller: '
    + 'a description of each bundle replaces its manifests']],
});

export type CatalogMigrateArgs = ArgumentsOf<typeof catalogMigrateWords>;
