import { words, type ArgumentsOf } from '../command';
import { statePlace, upgrading } from '../options';
import { choosing, rollingOut } from './options';

export const upgradeWords = words({
  name: 'upgrade',
  describe: 'Upgrade extensions that were installed from a catalog to the newest version that may follow',
  positionals: { extension: { type: 'string', describe: 'The extension; none with --all' } },
  options: {
    'all': { type: 'boolean', default: false, describe: 'All extensions with their state in the namespace' },
    ...choosing,
    ...statePlace,
    ...rollingOut,
    'reset-config': { ...upgrading['reset-config'], describe: 'Start without any configuration; otherwise with the recorded one' },
  },
  examples: [
    ['$0 upgrade keda -n keda', 'Within the channels and versions that it was installed with'],
    ["$0 upgrade keda -n keda --version '>=3 <4'", 'Within other versions, from now on'],
    ['$0 upgrade --all -n operators --plan', 'Shows what would be upgraded'],
  ],
});

export type UpgradeArgs = ArgumentsOf<typeof upgradeWords>;
