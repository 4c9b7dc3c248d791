import { words, type ArgumentsOf } from './command';
import { connection, extension, output, statePlace } from './options';

export const recoverWords = words({
  name: 'recover',
  describe: 'Rebuild the lost state of an extension from its objects',
  positionals: { extension },
  options: { ...statePlace, ...output, ...connection },
  examples: [['$0 recover shop -n shop', '']],
});

export type RecoverArgs = ArgumentsOf<typeof recoverWords>;
