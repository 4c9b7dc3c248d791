import { words, type ArgumentsOf } from '../command';
import { connection, output } from '../options';

export const upgradesWords = words({
  name: 'upgrades',
  describe: 'List upgrades of extensions of the controllers that wait for approval',
  positionals: {},
  options: {
    'selector': { type: 'string', alias: 'l', describe: 'Only those with these labels, which are those of their extension, like team=web' },
    ...output,
    ...connection,
  },
  examples: [['$0 upgrades', ''], ['$0 upgrades -l team=web', 'Of one team']],
});

export type UpgradesArgs = ArgumentsOf<typeof upgradesWords>;
