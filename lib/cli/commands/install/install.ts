import { words, type ArgumentsOf } from '../command';
import { source, upgrading } from '../options';
import { choosing, place, rollingOut } from './options';

export const installWords = words({
  name: 'install',
  describe: 'Install a package from a catalog, with what it depends on; or bring it to the newest version that may follow',
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
    ['$0 install keda --catalog ./catalog -n keda', 'The newest version, once the plan is agreed to'],
    ["$0 install keda --catalog own=quay.io/org/catalog:v1 --version '>=2.18 <3' --channel stable -n keda", 'As far as that goes'],
    ['$0 install keda -n keda --plan', 'What would be installed, from the catalogs that catalog use has set'],
  ],
});

export type InstallArgs = ArgumentsOf<typeof installWords>;
