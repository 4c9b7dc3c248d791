import { words, type ArgumentsOf } from './command';
import { connection, extension, output, running, statePlace } from './options';

export const pauseWords = words({
  name: 'pause',
  describe: 'Have an extension left alone: runs report what they would do, until it is resumed',
  positionals: { extension },
  options: {
    'reason': { type: 'string', describe: 'Shown to users who meet the pause' },
    ...statePlace,
    'break-lock': running['break-lock'],
    ...output,
    ...connection,
  },
  examples: [['$0 pause shop -n shop --reason "release freeze"', '']],
});

export type PauseArgs = ArgumentsOf<typeof pauseWords>;
