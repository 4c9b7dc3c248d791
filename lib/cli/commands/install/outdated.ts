import { words, type ArgumentsOf } from '../command';
import { connection, output, statePlace } from '../options';
import { catalogs } from './options';

export const outdatedWords = words({
  name: 'outdated',
  describe: 'List the extensions that can be upgraded, the versions, and what prevents newer ones',
  positionals: { extension: { type: 'string', describe: 'Only this extension' } },
  options: {
    ...catalogs,
    ...statePlace,
    'all-namespaces': { type: 'boolean', alias: 'A', default: false, describe: 'Extensions of all namespaces whose Secrets may be read' },
    ...output,
    ...connection,
  },
  examples: [
    ['$0 outdated -A', 'Exit code 10 if something can be upgraded, otherwise 0'],
    ['$0 outdated keda -n keda --catalog ./catalog', 'With a catalog that you are working on'],
  ],
});

export type OutdatedArgs = ArgumentsOf<typeof outdatedWords>;
