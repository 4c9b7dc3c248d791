import { words, type ArgumentsOf } from './command';
import { connection, extension, output, statePlace } from './options';

export const statusWords = words({
  name: 'status',
  describe: 'Show the phases and objects of an extension as they are now, and why something waits',
  positionals: { extension },
  options: {
    ...statePlace,
    watch: { type: 'boolean', alias: 'w', default: false, describe: 'Keep the status up to date until Ctrl-C' },
    ...output,
    ...connection,
  },
  examples: [['$0 status shop -n shop', 'Exit code 0 if everything is as it should be, otherwise 3']],
});

export type StatusArgs = ArgumentsOf<typeof statusWords>;
