import { words, type ArgumentsOf } from './command';
import { connection, extension, output, patience, preflight, refusing, running, source, statePlace, trusting } from './options';

export const rollbackWords = words({
  name: 'rollback',
  describe: 'Go back to the content of an earlier revision, as a new revision',
  positionals: { extension },
  options: {
    'to': { type: 'string', describe: 'Number of the revision; otherwise the newest complete one before the current' },
    'keep-crds': {
      type: 'boolean',
      default: false,
      describe: 'Keep CustomResourceDefinitions as they are now, and roll back the rest',
    },
    'plan': { type: 'boolean', default: false, describe: 'Show what would change, field by field, and write nothing' },
    'full': { type: 'boolean', default: false, describe: 'With --plan: every line of every change' },
    ...statePlace,
    ...running,
    ...patience,
    ...preflight,
    'skip-unserved': source['skip-unserved'],
    ...refusing,
    ...trusting,
    ...output,
    ...connection,
  },
  examples: [
    ['$0 rollback shop -n shop', 'To the revision before'],
    ['$0 rollback shop -n shop --to 3 --plan', 'Shows what going back to revision 3 would change; exit code 10'],
  ],
});

export type RollbackArgs = ArgumentsOf<typeof rollbackWords>;
