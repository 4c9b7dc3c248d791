import { words, type ArgumentsOf } from './command';
import { connection, extension, output, statePlace } from './options';

export const statusWords = words({
  name: 'status',
  describe: 'Show an extension: its phases and objects as they are now, and why something waits',
  positionals: { extension },
  options: {
    ...statePlace,
    watch: { type: 'boolean', alias: 'w', default: false, describe: 'Go on showing it, until Ctrl-C' },
    ...output,
    ...connection,
  },
  examples: [['$0 status shop -n shop', 'Exit code 0: everything is as it should be; 3: it is not']],
});

export type StatusArgs = ArgumentsOf<typeof statusWords>;
