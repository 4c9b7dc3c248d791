/** What subcommands about catalogs share, worded once. */

export const catalog = {
  type: 'string',
  demandOption: true,
  describe: 'Folder or file of a catalog',
} as const;
