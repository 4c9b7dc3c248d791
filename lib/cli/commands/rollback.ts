import { words, type ArgumentsOf } from './command';
import { connection, extension, output, preflight, refusing, running, source, statePlace, trusting } from './options';

export const rollbackWords = words({
  name: 'rollback',
  describe: 'Go back to the content of an earlier revision, as a new revision',
  positionals: { extension },
  options: {
    'to': { type: 'string', describe: 'Number of the revision; otherwise the newest complete one before the current' },
    ...statePlace,
    ...running,
    ...preflight,
    'skip-unserved': source['skip-unserved'],
    ...refusing,
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 rollback shop -n shop', 'To what ran before'],
    ['$0 rollback shop -n shop --to 3 --dry-run', 'What going back to revision 3 would do'],
  ],
});

export type RollbackArgs = ArgumentsOf<typeof rollbackWords>;
