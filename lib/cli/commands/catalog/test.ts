import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { anyCatalog } from './options';

export const PARTS = ['images', 'serve', 'render', 'upgrades'] as const;

export type TestPart = (typeof PARTS)[number];

export const testWords = words({
  name: 'test',
  describe: 'Try a catalog as its users will: images exist, it serves, channel heads render, upgrades keep CRDs safe',
  positionals: { catalog: anyCatalog },
  options: {
    'only': { type: 'string', array: true, choices: PARTS, describe: 'Only these parts' },
    'skip': { type: 'string', array: true, choices: PARTS, describe: 'All parts but these' },
    'kubernetes-version': { type: 'string', array: true, describe: 'Check what is rendered against schemas of this version, like 1.35' },
    'strict': { type: 'boolean', default: false, describe: 'Warnings count as errors' },
    ...output,
  },
  examples: [
    ['$0 catalog test ./catalog', 'Exit code 2: something is wrong'],
    ['$0 catalog test registry.example/team/catalog:v1 --only images', 'Does the registry have everything?'],
    ['$0 catalog test ./catalog --skip images --kubernetes-version 1.33 --kubernetes-version 1.35', 'Two versions of Kubernetes'],
  ],
});

export type CatalogTestArgs = ArgumentsOf<typeof testWords>;
