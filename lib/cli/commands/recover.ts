import { words, type ArgumentsOf } from './command';
import { connection, extension, output, running, statePlace, trusting } from './options';

export const recoverWords = words({
  name: 'recover',
  describe: 'Rebuild the lost state of an extension from its objects, or take over what a backup restored',
  positionals: { extension },
  options: {
    ...statePlace,
    'dry-run': { type: 'boolean', default: false, describe: 'List what would be taken over, write nothing' },
    'marked': {
      type: 'boolean',
      default: false,
      describe: 'Also take over what only carries the mark of the extension, like a copy or a restored object',
    },
    'break-lock': running['break-lock'],
    'state-key': trusting['state-key'],
    ...output,
    ...connection,
  },
  examples: [['$0 recover shop -n shop', ''], ['$0 recover shop -n shop --dry-run', 'What would be taken over']],
});

export type RecoverArgs = ArgumentsOf<typeof recoverWords>;
