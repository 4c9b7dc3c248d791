import { words, type ArgumentsOf } from '../command';
import { connection, output, statePlace } from '../options';
import { catalogs } from './options';

export const outdatedWords = words({
  name: 'outdated',
  describe: 'List what could be upgraded, to what, and what keeps newer versions away',
  positionals: { extension: { type: 'string', describe: 'Only this one' } },
  options: {
    ...catalogs,
    ...statePlace,
    'all-namespaces': { type: 'boolean', alias: 'A', default: false, describe: 'Whatever namespace their state is in' },
    ...output,
    ...connection,
  },
  examples: [
    ['$0 outdated -A', 'Exit code 10: something can be upgraded; 0: nothing can'],
    ['$0 outdated keda -n keda --catalog ./catalog', 'Against a catalog that is being worked on'],
  ],
});

export type OutdatedArgs = ArgumentsOf<typeof outdatedWords>;
