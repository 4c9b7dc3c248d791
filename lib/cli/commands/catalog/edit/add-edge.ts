import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogAddEdgeWords = words({
  name: 'add-edge',
  describe: 'Allow an upgrade from one bundle to another',
  positionals: {
    catalog: edited,
    from: { type: 'string', demandOption: true, describe: 'Bundle that is upgraded' },
    to: { type: 'string', demandOption: true, describe: 'Bundle that it is upgraded to' },
  },
  options: {
    channel: { type: 'string', alias: 'c', array: true, nargs: 1, describe: 'Only in this channel; otherwise in every one that has both' },
    skip: { type: 'boolean', default: false, describe: 'By skips instead of replaces: the old bundle is no longer offered' },
    ...editing,
  },
  examples: [['$0 catalog add-edge ./catalog web.v1.0.0 web.v1.2.0 --skip', 'Past everything between']],
});

export type CatalogAddEdgeArgs = ArgumentsOf<typeof catalogAddEdgeWords>;
