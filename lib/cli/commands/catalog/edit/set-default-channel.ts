import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogSetDefaultChannelWords = words({
  name: 'set-default-channel',
  describe: 'Change the channel that lists show for a package, and that OLM v0 follows if none is named',
  positionals: {
    catalog: edited,
    package: { type: 'string', demandOption: true, describe: 'Name of the package' },
    channel: { type: 'string', demandOption: true, describe: 'Name of the channel' },
  },
  options: {
    ...editing,
  },
  examples: [['$0 catalog set-default-channel ./catalog web stable-v2', 'The channel must exist']],
});

export type CatalogSetDefaultChannelArgs = ArgumentsOf<typeof catalogSetDefaultChannelWords>;
