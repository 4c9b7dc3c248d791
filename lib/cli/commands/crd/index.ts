/** CustomResourceDefinitions before they are changed. */
import { subcommand, type CommandGroup } from '../command';
import { checkWords } from './check';

export const crdCommands: CommandGroup = {
  name: 'crd',
  describe: 'Check what new CustomResourceDefinitions would break',
  subcommands: [subcommand(checkWords, async () => (await import('../../actions/crd/check.js')).crdCheck)],
  examples: [['$0 crd check cluster ./manifests', 'The definitions on the cluster, and those that would replace them']],
};
