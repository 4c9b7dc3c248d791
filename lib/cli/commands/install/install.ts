import { words, type ArgumentsOf } from '../command';
import { source, upgrading } from '../options';
import { choosing, place, rollingOut } from './options';

export const installWords = words({
  name: 'install',
  describe: 'Install a package from a catalog, with its dependencies; or upgrade it to the newest version that may follow',
  positionals: { package: { type: 'string', demandOption: true, describe: 'Name of the package in the catalog' } },
  options: {
    ...choosing,
    'name': { ...source.name, describe: 'Name of the extension; otherwise that of the package' },
    ...place,
    ...rollingOut,
    'reuse-config': upgrading['reuse-config'],
    'reset-config': upgrading['reset-config'],
  },
  examples: [
    ['$0 install keda --catalog ./catalog -n keda', 'The newest version, after you have agreed to the plan'],
    [
      "$0 install keda --catalog own=quay.io/org/catalog:v1 --version '>=2.18 <3' --channel stable -n keda",
      'The newest version in this range and channel',
    ],
    ['$0 install keda -n keda --plan', 'Shows what would be installed from the catalogs that catalog use has set'],
  ],
});

export type InstallArgs = ArgumentsOf<typeof installWords>;
