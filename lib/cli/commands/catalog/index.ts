/** Catalogs: which versions of which packages there are, and which may follow which. */
import { subcommand, type CommandGroup } from '../command';
import { diffWords } from './diff';
import { graphWords } from './graph';
import { listWords } from './list';
import { searchWords } from './search';
import { useWords } from './use';
import { validateWords } from './validate';

export const catalogCommands: CommandGroup = {
  name: 'catalog',
  describe: 'Check catalogs of packages and look into them',
  subcommands: [
    subcommand(listWords, async () => (await import('../../actions/catalog/list.js')).catalogList),
    subcommand(validateWords, async () => (await import('../../actions/catalog/validate.js')).catalogValidate),
    subcommand(searchWords, async () => (await import('../../actions/catalog/search.js')).catalogSearch),
    subcommand(graphWords, async () => (await import('../../actions/catalog/graph.js')).catalogGraph),
    subcommand(diffWords, async () => (await import('../../actions/catalog/diff.js')).catalogDiff),
    subcommand(useWords, async () => (await import('../../actions/catalog/use.js')).catalogUse),
  ],
  examples: [
    ['$0 catalog list packages ./catalog', 'What there is'],
    ['$0 catalog validate ./catalog', 'Everything that is wrong with it'],
  ],
};
