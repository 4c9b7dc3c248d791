import { words, type ArgumentsOf } from './command';
import { connection, extension, output, running, statePlace } from './options';

export const pauseWords = words({
  name: 'pause',
  describe: 'Pause an extension: until it is resumed, runs only report what they would do',
  positionals: { extension },
  options: {
    'reason': { type: 'string', describe: 'Reason, shown to users of the paused extension' },
    ...statePlace,
    'break-lock': running['break-lock'],
    ...output,
    ...connection,
  },
  examples: [['$0 pause shop -n shop --reason "release freeze"', '']],
});

export type PauseArgs = ArgumentsOf<typeof pauseWords>;
