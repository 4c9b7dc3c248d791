import { words, type ArgumentsOf } from '../command';
import { output } from '../options';

export const useWords = words({
  name: 'use',
  describe: 'Keep catalogs in mind, so that they need not be named again; without any, list them',
  positionals: {
    catalogs: { type: 'string', array: true, describe: '[NAME[@PRIORITY]=] and the folder, file, image, layout or URL of a catalog' },
  },
  options: {
    forget: { type: 'string', array: true, nargs: 1, describe: 'Name of a catalog that is not to be used any more' },
    ...output,
  },
  examples: [
    ['$0 catalog use community=quay.io/operatorhubio/catalog:latest', 'For install, outdated, upgrade and config, from now on'],
    ['$0 catalog use own@10=./catalog', 'Where both have a package, this one counts'],
    ['$0 catalog use --forget community', 'Takes it out again'],
  ],
});

export type UseArgs = ArgumentsOf<typeof useWords>;
