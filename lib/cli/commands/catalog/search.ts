import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { catalogs } from '../install/options';

export const searchWords = words({
  name: 'search',
  describe: 'Find packages by words in their names, descriptions, keywords, kinds and providers',
  positionals: { words: { type: 'string', array: true, demandOption: true, describe: 'Words; a package must have all of them' } },
  options: { ...catalogs, ...output },
  examples: [
    ['$0 catalog search certificate --catalog ./catalog', 'The best match comes first'],
    ['$0 catalog search kafka topic --catalog ./one --catalog two=quay.io/org/two:v1', 'Both words, in two catalogs'],
  ],
});

export type CatalogSearchArgs = ArgumentsOf<typeof searchWords>;
