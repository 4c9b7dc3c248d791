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
  catalog: { type: 'string', array: true, demandOption: true, describe: `${anyCatalog.describe}; given several times: all of them` },
} as const satisfies NamedOptions;
