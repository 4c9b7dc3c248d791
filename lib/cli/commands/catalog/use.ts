import { words, type ArgumentsOf } from '../command';
import { output } from '../options';

export const useWords = words({
  name: 'use',
  describe: 'Remember catalogs, so that commands use them without --catalog; without a name, list them',
  positionals: {
    catalogs: { type: 'string', array: true, describe: '[NAME[@PRIORITY]=] and the folder, file, image, layout or URL of a catalog' },
  },
  options: {
    forget: { type: 'string', array: true, nargs: 1, describe: 'Name of a catalog to forget' },
    ...output,
  },
  examples: [
    ['$0 catalog use community=quay.io/operatorhubio/catalog:latest', 'For install, outdated, upgrade and config, from now on'],
    ['$0 catalog use own@10=./catalog', 'If both have a package, this catalog counts'],
    ['$0 catalog use --forget community', 'Forgets the catalog'],
  ],
});

export type UseArgs = ArgumentsOf<typeof useWords>;
