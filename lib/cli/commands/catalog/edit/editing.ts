/** What subcommands share that edit a catalog in its files. */
import type { NamedOptions } from '../../command';

export const edited = { type: 'string', demandOption: true, describe: 'Folder or file of the catalog' } as const;

export const editing = {
  'dry-run': { type: 'boolean', default: false, describe: 'Show the whole difference without writing' },
  'force': { type: 'boolean', default: false, describe: 'Write the change even if it makes the catalog invalid' },
} as const satisfies NamedOptions;

/** The upgrades that lead to an entry of a channel. */
export const edges = {
  'replaces': { type: 'string', describe: 'Bundle that it replaces; without any of these options: the head of the channel' },
  'skips': { type: 'string', array: true, nargs: 1, describe: 'Bundle that may be upgraded to it directly' },
  'skip-range': { type: 'string', describe: 'Versions that may be upgraded to it directly: ">=1.0.0 <1.2.0"' },
} as const satisfies NamedOptions;
