import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { choosing } from '../install/options';

export const whyWords = words({
  name: 'why',
  describe: 'Show which version of a package would be installed, and why every other version would not',
  positionals: { package: { type: 'string', demandOption: true, describe: 'Name of the package in the catalog' } },
  options: {
    ...choosing,
    'from': {
      type: 'string',
      nargs: 1,
      describe: 'Installed version, or name of its bundle; otherwise nothing counts as installed',
      group: 'Catalog:',
    },
    'kube-version': { type: 'string', nargs: 1, describe: 'Kubernetes version of the cluster; '
      + 'otherwise the check is left out', group: 'Catalog:' },
    'all': { type: 'boolean', default: false, describe: 'Also show versions that are older than the installed one' },
    ...output,
  },
  examples: [
    ['$0 catalog why keda --from 2.17.0 --catalog ./catalog', 'Which versions may follow 2.17.0'],
    ["$0 catalog why keda --from 2.17.0 --version '>=2.19' --catalog ./catalog", 'Why 2.19 is not offered'],
  ],
});

export type CatalogWhyArgs = ArgumentsOf<typeof whyWords>;
