import { words, type ArgumentsOf } from '../command';
import { statePlace, upgrading } from '../options';
import { choosing, rollingOut } from './options';

export const upgradeWords = words({
  name: 'upgrade',
  describe: 'Bring extensions that were installed from a catalog to the newest version that may follow',
  positionals: { extension: { type: 'string', describe: 'Which one; with --all none' } },
  options: {
    'all': { type: 'boolean', default: false, describe: 'All extensions with their state in the namespace' },
    ...choosing,
    ...statePlace,
    ...rollingOut,
    'reset-config': { ...upgrading['reset-config'], describe: 'Begin without any configuration; otherwise with the one on record' },
  },
  examples: [
    ['$0 upgrade keda -n keda', 'Within the channels and versions that it was installed with'],
    ["$0 upgrade keda -n keda --version '>=3 <4'", 'Within others, from now on'],
    ['$0 upgrade --all -n operators --plan', 'What could be done for all of them'],
  ],
});

export type UpgradeArgs = ArgumentsOf<typeof upgradeWords>;
