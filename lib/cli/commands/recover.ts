import { words, type ArgumentsOf } from './command';
import { connection, extension, output, running, statePlace, trusting } from './options';

export const recoverWords = words({
  name: 'recover',
  describe: 'Rebuild the lost state of an extension from its objects, or take over objects that a backup restored',
  positionals: { extension },
  options: {
    ...statePlace,
    'dry-run': { type: 'boolean', default: false, describe: 'List the objects that would be taken over, write nothing' },
    'marked': {
      type: 'boolean',
      default: false,
      describe: 'Also take over objects that only carry the mark of the extension, such as copies and restored objects',
    },
    'break-lock': running['break-lock'],
    'state-key': trusting['state-key'],
    ...output,
    ...connection,
  },
  examples: [['$0 recover shop -n shop', ''], ['$0 recover shop -n shop --dry-run', 'Lists the objects that would be taken over']],
});

export type RecoverArgs = ArgumentsOf<typeof recoverWords>;
