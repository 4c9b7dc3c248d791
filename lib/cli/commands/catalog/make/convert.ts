import { words, type ArgumentsOf } from '../../command';
import { syntax } from './rendering';

export const catalogConvertWords = words({
  name: 'convert',
  describe: 'Print a template that renders to this catalog: bundles by their images, everything else as it is',
  positionals: { reference: { type: 'string', demandOption: true, describe: 'Catalog: a folder, a file, an image; - is standard input' } },
  options: syntax,
  examples: [['$0 catalog convert ./catalog > template.yaml', 'From then on, edit the template; catalog render makes the catalog']],
});

export type CatalogConvertArgs = ArgumentsOf<typeof catalogConvertWords>;
