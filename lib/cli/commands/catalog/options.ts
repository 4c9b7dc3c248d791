/** What subcommands about catalogs share, worded once. */

export const catalog = {
  type: 'string',
  demandOption: true,
  describe: 'Folder, file, archive, image layout, image reference (registry/name:tag) or URL of a catalog',
} as const;
