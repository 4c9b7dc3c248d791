/** What subcommands about catalogs share, worded once. */
import type { NamedOptions } from '../command';

export const catalog = {
  type: 'string',
  demandOption: true,
  describe: 'Folder or file of a catalog',
} as const;

/** The same, for subcommands that open whatever a catalog can be in. */
export const anyCatalog = { ...catalog, describe: 'Folder, file, image, layout or URL of a catalog' } as const;

/** For subcommands that look into several catalogs. */
export const catalogs = {
  catalog: {
    type: 'string',
    array: true,
    describe: 'Where to look: [NAME[@PRIORITY]=] and the folder, file, image, layout or URL of a catalog; otherwise ' +
      '$BOXCUTTER_CATALOG_SOURCES, or the catalogs of this user',
  },
} as const satisfies NamedOptions;
