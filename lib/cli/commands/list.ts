import { words, type ArgumentsOf } from './command';
import { connection, output, statePlace } from './options';

export const listWords = words({
  name: 'list',
  describe: 'List extensions',
  aliases: ['ls'],
  options: {
    ...statePlace,
    'all-namespaces': { type: 'boolean', alias: 'A', default: false, describe: 'Extensions of all namespaces whose Secrets may be read' },
    'watch': { type: 'boolean', alias: 'w', default: false, describe: 'Keep the list up to date until Ctrl-C' },
    ...output,
    ...connection,
  },
  examples: [['$0 list -A', 'All extensions of the cluster'], ['$0 list -A --watch', 'The same, kept up to date']],
});

export type ListArgs = ArgumentsOf<typeof listWords>;
