import { words, type ArgumentsOf } from '../command';
import { bundle, output } from '../options';
import { writing } from './writing';

export const bundleWords = words({
  name: 'bundle',
  describe: 'Write the type of the configuration that a bundle takes',
  positionals: { bundle },
  options: {
    name: { type: 'string', describe: 'What the exports are called: Keda gives Keda and KedaConfig; otherwise after the package' },
    file: {
      type: 'string',
      describe: 'The file to write, instead of one in --output-directory that is called after the package',
    },
    ...writing,
    ...output,
  },
  examples: [
    ['$0 import bundle ./bundles/keda', 'imports/keda.ts, for Revision.fromBundle<KedaConfig>(…)'],
    ['$0 import bundle ./bundles/keda --check', 'In a pipeline'],
  ],
});

export type ImportBundleArgs = ArgumentsOf<typeof bundleWords>;
