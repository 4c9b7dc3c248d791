import { words, type ArgumentsOf } from '../command';
import { connection, extension, output, statePlace, trusting } from '../options';

export const diffWords = words({
  name: 'diff',
  describe: 'Compare two revisions of an installed extension, object by object',
  positionals: { extension },
  options: {
    'from': { type: 'string', describe: 'Number of the earlier revision; otherwise the one before --to' },
    'to': { type: 'string', describe: 'Number of the later revision; otherwise the newest' },
    ...statePlace,
    'state-key': trusting['state-key'],
    ...output,
    ...connection,
  },
  examples: [
    ['$0 diff shop -n shop', 'What the newest revision changed; exit code 10 if there are changes, otherwise 0'],
    ['$0 diff shop -n shop --from 2 --to 5', ''],
    ['$0 diff shop-1.2.0', 'What the pending upgrade of this name would do'],
  ],
});

export type DiffArgs = ArgumentsOf<typeof diffWords>;
