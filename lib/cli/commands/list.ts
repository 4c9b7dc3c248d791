import { words, type ArgumentsOf } from './command';
import { connection, output, statePlace } from './options';

export const listWords = words({
  name: 'list',
  describe: 'List extensions',
  aliases: ['ls'],
  options: {
    ...statePlace,
    'all-namespaces': { type: 'boolean', alias: 'A', default: false, describe: 'Whatever namespace their state is in' },
    'watch': { type: 'boolean', alias: 'w', default: false, describe: 'Go on showing them, until Ctrl-C' },
    ...output,
    ...connection,
  },
  examples: [['$0 list -A', 'All extensions of the cluster'], ['$0 list -A --watch', 'The same, as it changes']],
});

export type ListArgs = ArgumentsOf<typeof listWords>;
