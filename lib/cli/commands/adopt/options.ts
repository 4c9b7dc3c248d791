/** Options that taking over has, whoever had the objects before. */
import type { NamedOptions } from '../command';
import { connection, output, running, trusting } from '../options';

export const taking = {
  'plan': { type: 'boolean', default: false, describe: 'Show what would be taken over, from whom, and what would change; write nothing' },
  'manager': {
    type: 'string',
    array: true,
    describe: 'Field manager that is replaced, too; those of known tools are replaced anyway',
  },
  'timeout': running.timeout,
  'progress': running.progress,
  'break-lock': running['break-lock'],
  ...trusting,
  ...output,
  ...connection,
} as const satisfies NamedOptions;
