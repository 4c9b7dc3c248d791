import { words, type ArgumentsOf } from '../command';
import { output, reaching } from '../options';
import { anyCatalog as catalog } from './options';

export const listWords = words({
  name: 'list',
  describe: 'List the packages, channels or bundles of a catalog',
  positionals: {
    what: { type: 'string', demandOption: true, choices: ['packages', 'channels', 'bundles'], describe: 'What to list' },
    catalog,
  },
  options: { package: { type: 'string', alias: 'p', describe: 'Only what belongs to this package' }, ...reaching, ...output },
  examples: [
    ['$0 catalog list packages ./catalog', 'With the head of their default channel'],
    ['$0 catalog list bundles ./catalog --package keda', 'Each version with the upgrades that lead to it, the newest first'],
  ],
});

export type CatalogListArgs = ArgumentsOf<typeof listWords>;
