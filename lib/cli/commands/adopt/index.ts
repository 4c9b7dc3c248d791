/** Taking over what others have installed. */
import { subcommand, type CommandGroup } from '../command';
import { adoptExtensionWords } from './extension';
import { adoptHelmWords } from './helm';
import { adoptObjectsWords } from './objects';
import { adoptOlmWords } from './olm';

export const adoptCommands: CommandGroup = {
  name: 'adopt',
  describe: 'Take over what another tool has installed, as it runs',
  subcommands: [
    subcommand(adoptHelmWords, async () => (await import('../../actions/adopt/helm.js')).adoptHelmAction),
    subcommand(adoptObjectsWords, async () => (await import('../../actions/adopt/objects.js')).adoptObjectsAction),
    subcommand(adoptOlmWords, async () => (await import('../../actions/adopt/olm.js')).adoptOlmAction),
    subcommand(adoptExtensionWords, async () => (await import('../../actions/adopt/extension.js')).adoptExtensionAction),
  ],
  examples: [['$0 adopt helm shop -n shop --plan', 'What would be taken over of a release of Helm']],
};
