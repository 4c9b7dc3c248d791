import { words, type ArgumentsOf } from '../../command';
import { syntax } from './rendering';

export const catalogInitWords = words({
  name: 'init',
  describe: 'Print the first blob of a package: its name, default channel, description and icon',
  positionals: { package: { type: 'string', demandOption: true, describe: 'Name of the package: lower-case letters, digits, hyphens' } },
  options: {
    'default-channel': {
      type: 'string', alias: 'c', describe: 'Channel that lists show for the package, and that OLM v0 follows if none is named',
    },
    'description': { type: 'string', alias: 'd', describe: 'File with the description, in Markdown' },
    'icon': { type: 'string', alias: 'i', describe: 'File with the icon: PNG, JPEG, GIF or SVG' },
    ...syntax,
  },
  examples: [['$0 catalog init web -c stable -d README.md -i icon.svg > catalog/package.yaml', 'Then: catalog add, for its first bundle']],
});

export type CatalogInitArgs = ArgumentsOf<typeof catalogInitWords>;
