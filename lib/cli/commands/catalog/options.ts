/** What subcommands about catalogs share, worded once. */
export const catalog = {
  type: 'string',
  demandOption: true,
  describe: 'Folder or file of a catalog',
} as const;

/** The same, for subcommands that open whatever a catalog can be in. */
export const anyCatalog = { ...catalog, describe: 'Folder, file, image, layout or URL of a catalog' } as const;
