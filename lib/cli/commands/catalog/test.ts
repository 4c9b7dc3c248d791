import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { anyCatalog } from './options';

export const PARTS = ['images', 'serve', 'render', 'upgrades'] as const;

export type TestPart = (typeof PARTS)[number];

export const testWords = words({
  name: 'test',
  describe: 'Test a catalog as its users will use it: images exist, it can be served, channel heads render, upgrades keep CRDs safe',
  positionals: { catalog: anyCatalog },
  options: {
    'only': { type: 'string', array: true, choices: PARTS, describe: 'Only these parts' },
    'skip': { type: 'string', array: true, choices: PARTS, describe: 'All parts except these' },
    'kubernetes-version': { type: 'string', array: true, describe: 'Check the rendered objects against the schemas of this version, '
      + 'like 1.35' },
    'strict': { type: 'boolean', default: false, describe: 'Warnings count as errors' },
    ...output,
  },
  examples: [
    ['$0 catalog test ./catalog', 'Exit code 2 if something is wrong'],
    ['$0 catalog test registry.example/team/catalog:v1 --only images', 'Checks that the registry has every image'],
    ['$0 catalog test ./catalog --skip images --kubernetes-version 1.34 --kubernetes-version 1.36', 'Two versions of Kubernetes'],
  ],
});

export type CatalogTestArgs = ArgumentsOf<typeof testWords>;
