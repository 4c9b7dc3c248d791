/** Names of the levels of migrations, in order; each does what those before it do. Light: the words of the command need no more. */
export const MIGRATION_LEVELS = ['none', 'bundle-object-to-csv-metadata'] as const;
export type MigrationLevel = (typeof MIGRATION_LEVELS)[number];
