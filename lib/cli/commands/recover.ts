import { words, type ArgumentsOf } from './command';
import { connection, extension, output, statePlace, trusting } from './options';

export const recoverWords = words({
  name: 'recover',
  describe: 'Rebuild the lost state of an extension from its objects',
  positionals: { extension },
  options: { ...statePlace, 'state-key': trusting['state-key'], ...output, ...connection },
  examples: [['$0 recover shop -n shop', '']],
});

export type RecoverArgs = ArgumentsOf<typeof recoverWords>;
