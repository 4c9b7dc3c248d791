import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { choosing } from '../install/options';

export const whyWords = words({
  name: 'why',
  describe: 'Show which version of a package would be installed, and of every other one why not',
  positionals: { package: { type: 'string', demandOption: true, describe: 'Name of the package in the catalog' } },
  options: {
    ...choosing,
    'from': {
      type: 'string',
      nargs: 1,
      describe: 'Version that is installed, or name of its bundle; without it nothing is installed',
      group: 'Catalog:',
    },
    'kube-version': { type: 'string', nargs: 1, describe: 'Kubernetes version of the cluster; without it any will do', group: 'Catalog:' },
    'all': { type: 'boolean', default: false, describe: 'Also versions that are older than the installed one' },
    ...output,
  },
  examples: [
    ['$0 catalog why keda --from 2.17.0 --catalog ./catalog', 'What may follow 2.17.0?'],
    ["$0 catalog why keda --from 2.17.0 --version '>=2.19' --catalog ./catalog", 'Why is 2.19 not offered?'],
  ],
});

export type CatalogWhyArgs = ArgumentsOf<typeof whyWords>;
