import { words, type ArgumentsOf } from '../command';
import { bundle, output } from '../options';
import { writing } from './writing';

export const bundleWords = words({
  name: 'bundle',
  describe: 'Write the TypeScript type of the configuration of a bundle',
  positionals: { bundle },
  options: {
    name: { type: 'string', describe: 'Name of the exports: Keda gives Keda and KedaConfig; otherwise the name of the package' },
    file: {
      type: 'string',
      describe: 'File to write; otherwise one in --output-directory that is named after the package',
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
