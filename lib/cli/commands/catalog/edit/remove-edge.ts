import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogRemoveEdgeWords = words({
  name: 'remove-edge',
  describe: 'Forbid an upgrade from one bundle to another',
  positionals: {
    catalog: edited,
    from: { type: 'string', demandOption: true, describe: 'Bundle to upgrade from' },
    to: { type: 'string', demandOption: true, describe: 'Bundle to upgrade to' },
  },
  options: {
    channel: { type: 'string', alias: 'c', array: true, nargs: 1, describe: 'Only in this channel; '
      + 'otherwise in every channel that has the edge' },
    ...editing,
  },
  examples: [['$0 catalog remove-edge ./catalog web.v1.0.0 web.v1.2.0', 'Refused if users of a version could not upgrade any more']],
});

export type CatalogRemoveEdgeArgs = ArgumentsOf<typeof catalogRemoveEdgeWords>;
