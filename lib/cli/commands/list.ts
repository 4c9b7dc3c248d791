import { words, type ArgumentsOf } from './command';
import { connection, output, statePlace } from './options';

export const listWords = words({
  name: 'list',
  describe: 'List extensions',
  aliases: ['ls'],
  options: {
    ...statePlace,
    'all-namespaces': { type: 'boolean', alias: 'A', default: false, describe: 'Whatever namespace their state is in' },
    ...output,
    ...connection,
  },
  examples: [['$0 list -A', 'All extensions of the cluster']],
});

export type ListArgs = ArgumentsOf<typeof listWords>;
