import { words, type ArgumentsOf } from '../../command';
import { edited, editing } from './editing';

export const catalogDeprecateWords = words({
  name: 'deprecate',
  describe: 'Tell users of a package, a channel or a bundle that it is deprecated',
  positionals: {
    catalog: edited,
    package: { type: 'string', demandOption: true, describe: 'Name of the package' },
  },
  options: {
    channel: { type: 'string', describe: 'A channel of it, instead of the package' },
    bundle: { type: 'string', describe: 'A bundle of it, instead of the package' },
    message: { type: 'string', alias: 'm', describe: 'Message to users' },
    undo: { type: 'boolean', default: false, describe: 'Remove the deprecation' },
    ...editing,
  },
  examples: [
    ['$0 catalog deprecate ./catalog web --bundle web.v1.2.0 -m "Loses data. Upgrade to 1.2.1."', 'A bundle'],
  ],
});

export type CatalogDeprecateArgs = ArgumentsOf<typeof catalogDeprecateWords>;
