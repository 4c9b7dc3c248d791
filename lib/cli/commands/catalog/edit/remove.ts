import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogRemoveWords = words({
  name: 'remove',
  describe: 'Take a bundle out of a catalog; what replaced it replaces what it replaced',
  positionals: {
    catalog: edited,
    bundle: { type: 'string', demandOption: true, describe: 'Name of the bundle: web.v1.2.0' },
  },
  options: {
    ...editing,
  },
  examples: [['$0 catalog remove ./catalog web.v1.2.0', 'Best only before anybody has installed it']],
});

export type CatalogRemoveArgs = ArgumentsOf<typeof catalogRemoveWords>;
