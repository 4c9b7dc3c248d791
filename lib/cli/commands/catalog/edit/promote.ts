import { words, type ArgumentsOf } from '../../command';
import { edges, edited, editing } from './editing';

export const catalogPromoteWords = words({
  name: 'promote',
  describe: 'List a bundle of a catalog in another channel',
  positionals: {
    catalog: edited,
    bundle: { type: 'string', demandOption: true, describe: 'Name of the bundle: web.v1.2.0' },
    channel: { type: 'string', demandOption: true, describe: 'Channel to list it in; created if it does not exist' },
  },
  options: {
    ...edges,
    ...editing,
  },
  examples: [['$0 catalog promote ./catalog web.v1.2.0 stable', 'The bundle replaces the head of stable']],
});

export type CatalogPromoteArgs = ArgumentsOf<typeof catalogPromoteWords>;
