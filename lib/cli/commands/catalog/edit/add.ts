import { words, type ArgumentsOf } from '../../command';
import { rendering } from '../make/rendering';
import { edges, edited, editing } from './editing';

export const catalogAddWords = words({
  name: 'add',
  describe: 'Add a bundle to a catalog: its blob, and its entry in channels',
  positionals: {
    catalog: edited,
    bundle: { type: 'string', demandOption: true, describe: 'Image, folder, chart or archive' },
  },
  options: {
    'channel': { type: 'string', alias: 'c', array: true, nargs: 1, demandOption: true, describe: 'Channel to list it in; '
      + 'created if it does not exist' },
    ...edges,
    ...rendering,
    ...editing,
  },
  examples: [
    ['$0 catalog add ./catalog registry.example/web-bundle:v1.2.0 -c stable', 'The bundle replaces the head of the channel'],
  ],
});

export type CatalogAddArgs = ArgumentsOf<typeof catalogAddWords>;
