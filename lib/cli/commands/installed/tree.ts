import { words, type ArgumentsOf } from '../command';
import { connection, extension, output, statePlace } from '../options';

export const treeWords = words({
  name: 'tree',
  describe: 'Show an extension down to its Pods: phases, objects, and what controllers made from them',
  positionals: { extension },
  options: { ...statePlace, ...output, ...connection },
  examples: [['$0 tree shop -n shop', 'Exit codes are those of status']],
});

export type TreeArgs = ArgumentsOf<typeof treeWords>;
