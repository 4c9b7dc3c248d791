import { words, type ArgumentsOf } from '../command';
import { output } from '../options';
import { catalog } from './options';

export const diffWords = words({
  name: 'diff',
  describe: 'Tell what a newer catalog has that an older one has not, and the other way round',
  positionals: {
    old: { ...catalog, describe: 'The older catalog: folder or file' },
    new: { ...catalog, describe: 'The newer catalog: folder or file' },
  },
  options: { ...output },
  examples: [['$0 catalog diff ./released ./catalog', 'Versions, edges, images, versions of kinds, channels, deprecations']],
});

export type CatalogDiffArgs = ArgumentsOf<typeof diffWords>;
