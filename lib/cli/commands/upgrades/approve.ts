import { words, type ArgumentsOf } from '../command';
import { connection, output } from '../options';

export const approveWords = words({
  name: 'approve',
  describe: 'Approve upgrades of extensions that the controllers run',
  positionals: {
    name: { type: 'string', array: true, describe: 'Pending upgrades, or extensions that have one; none with --all or --selector' },
  },
  options: {
    'all': { type: 'boolean', default: false, describe: 'All that wait' },
    'selector': { type: 'string', alias: 'l', describe: 'Those with these labels, which are those of their extension, like team=web' },
    'digest': {
      type: 'string',
      describe: 'With one name: only if it is this one, as boxcutter diff shows it: sha256:…',
    },
    'unseen': { type: 'boolean', default: false, describe: 'Also what nobody could look at yet: whatever will be behind its version' },
    'dry-run': { type: 'boolean', default: false, describe: 'Show what would be approved, and write nothing' },
    ...output,
    ...connection,
  },
  examples: [
    ['$0 approve shop-1.2.0', 'This version and no other'],
    ['$0 approve shop-1.2.0 --digest sha256:4f1c…', 'What boxcutter diff has shown, and nothing else'],
    ['$0 approve --selector team=web', 'All that wait of one team'],
  ],
});

export type ApproveArgs = ArgumentsOf<typeof approveWords>;
