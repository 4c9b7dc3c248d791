import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogAddEdgeWords = words({
  name: 'add-edge',
  describe: 'Allow an upgrade from one bundle to another',
  positionals: {
    catalog: edited,
    from: { type: 'string', demandOption: true, describe: 'Bundle to upgrade from' },
    to: { type: 'string', demandOption: true, describe: 'Bundle to upgrade to' },
  },
  options: {
    channel: { type: 'string', alias: 'c', array: true, nargs: 1, describe: 'Only in this channel; '
      + 'otherwise in every channel that has both bundles' },
    skip: { type: 'boolean', default: false, describe: 'Write skips instead of replaces: the old bundle is no longer offered' },
    ...editing,
  },
  examples: [['$0 catalog add-edge ./catalog web.v1.0.0 web.v1.2.0 --skip', 'Skips every version between the two']],
});

export type CatalogAddEdgeArgs = ArgumentsOf<typeof catalogAddEdgeWords>;
