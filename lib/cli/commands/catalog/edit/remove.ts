import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogRemoveWords = words({
  name: 'remove',
  describe: 'Remove a bundle from a catalog; the bundle that replaced it then replaces the one before it',
  positionals: {
    catalog: edited,
    bundle: { type: 'string', demandOption: true, describe: 'Name of the bundle: web.v1.2.0' },
  },
  options: {
    ...editing,
  },
  examples: [['$0 catalog remove ./catalog web.v1.2.0', 'Do this only before anybody has installed it']],
});

export type CatalogRemoveArgs = ArgumentsOf<typeof catalogRemoveWords>;
