import { words, type ArgumentsOf } from '../command';
import { output, reaching } from '../options';
import { anyCatalog } from './options';

export const diffWords = words({
  name: 'diff',
  describe: 'Report what a newer catalog adds, removes and changes',
  positionals: {
    old: { ...anyCatalog, describe: 'The older catalog: folder, file, image, layout or URL' },
    new: { ...anyCatalog, describe: 'The newer catalog' },
  },
  options: { ...reaching, ...output },
  examples: [['$0 catalog diff ./released ./catalog', 'Versions, edges, images, versions of kinds, channels, deprecations']],
});

export type CatalogDiffArgs = ArgumentsOf<typeof diffWords>;
