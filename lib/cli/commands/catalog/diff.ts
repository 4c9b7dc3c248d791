import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { anyCatalog } from './options';

export const diffWords = words({
  name: 'diff',
  describe: 'Tell what a newer catalog has that an older one has not, and the other way round',
  positionals: {
    old: { ...anyCatalog, describe: 'The older catalog: folder, file, image, layout or URL' },
    new: { ...anyCatalog, describe: 'The newer catalog' },
  },
  options: { ...output },
  examples: [['$0 catalog diff ./released ./catalog', 'Versions, edges, images, versions of kinds, channels, deprecations']],
});

export type CatalogDiffArgs = ArgumentsOf<typeof diffWords>;
