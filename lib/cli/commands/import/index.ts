/** TypeScript from what others ship: types of configurations, constructs for custom resources. */
import { subcommand, type CommandGroup } from '../command';
import { bundleWords } from './bundle';
import { crdWords } from './crd';

export const importCommands: CommandGroup = {
  name: 'import',
  describe: 'Write TypeScript types of configurations and custom resources',
  subcommands: [
    subcommand(bundleWords, async () => (await import('../../actions/import/bundle.js')).importBundle),
    subcommand(crdWords, async () => (await import('../../actions/import/crd.js')).importCrd),
  ],
  examples: [
    ['$0 import bundle ./bundles/keda', 'The type of its configuration'],
    ['$0 import crd ./crds', 'Constructs for custom resources'],
  ],
};
