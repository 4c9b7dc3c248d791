import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { anyCatalog as catalog } from './options';

export const validateWords = words({
  name: 'validate',
  describe: 'Read a catalog and report everything that is wrong with it',
  positionals: { catalog },
  options: { strict: { type: 'boolean', default: false, describe: 'Also show warnings, and fail on them' }, ...output },
  examples: [['$0 catalog validate ./catalog', 'Exit code 2 if there are errors']],
});

export type CatalogValidateArgs = ArgumentsOf<typeof validateWords>;
