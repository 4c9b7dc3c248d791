import { words, type ArgumentsOf } from './command';
import { connection, extension, output, statePlace } from './options';

export const historyWords = words({
  name: 'history',
  describe: 'List the revisions of an extension',
  positionals: { extension },
  options: { ...statePlace, ...output, ...connection },
  examples: [['$0 history shop -n shop', '']],
});

export type HistoryArgs = ArgumentsOf<typeof historyWords>;
