import { words, type ArgumentsOf } from './command';
import { answering, previewing } from './previewing';
import { connection, extension, output, refusing, running, statePlace, trusting } from './options';

export const deleteWords = words({
  name: 'delete',
  describe: 'Take an extension down, in reverse order',
  positionals: { extension },
  options: {
    ...statePlace,
    ...running,
    ...previewing,
    ...answering,
    'check-permissions': refusing['check-permissions'],
    'ignore-not-found': { type: 'boolean', default: false, describe: 'Count an extension that does not exist as deleted' },
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 delete shop -n shop', 'On a terminal it shows what will go, and asks'],
    ['$0 delete shop -n shop --plan', 'Shows what would go; exit code 10'],
    ['$0 delete shop -n shop --orphan', 'Forgets the extension, keeps its objects'],
  ],
});

export type DeleteArgs = ArgumentsOf<typeof deleteWords>;
