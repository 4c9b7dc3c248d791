/** Options for looking first, of subcommands that take away. */
import type { NamedOptions } from './command';
import { running } from './options';

/** `--plan` is the word for previews everywhere; kubectl's is understood, too. */
export const previewing = { 'dry-run': { ...running['dry-run'], alias: 'plan' } } as const satisfies NamedOptions;

export const answering = {
  yes: { type: 'boolean', alias: 'y', default: false, describe: 'Do not ask, even on a terminal' },
} as const satisfies NamedOptions;
