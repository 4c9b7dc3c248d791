import { MIGRATION_LEVELS } from '../../../../catalog/render/levels';
import { words, type ArgumentsOf } from '../../command';
import { syntax } from './rendering';

export const catalogMigrateWords = words({
  name: 'migrate',
  describe: 'Write a catalog in its newest form into a folder, a file for each package',
  positionals: {
    from: { type: 'string', demandOption: true, describe: 'Catalog: a folder, a file, an image' },
    to: { type: 'string', demandOption: true, describe: 'Where it goes: a folder that is new or empty' },
  },
  options: {
    level: { type: 'string', choices: MIGRATION_LEVELS, default: MIGRATION_LEVELS.at(-1), describe: 'How far' },
    ...syntax,
  },
  examples: [['$0 catalog migrate registry.example/catalog:v1 ./catalog', 'Smaller: what describes a bundle in place of its manifests']],
});

export type CatalogMigrateArgs = ArgumentsOf<typeof catalogMigrateWords>;
