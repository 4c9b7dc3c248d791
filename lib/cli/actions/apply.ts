/** Dials first: the server answers while what does the work is loaded, and files are read. */
import type { ApplyArgs } from '../commands/apply';
import { parseDuration } from '../command-line/duration';
import { ahead } from '../session';

export function apply(args: ApplyArgs): Promise<number> {
  return ahead(args, parseDuration(args.timeout, '--timeout'), async () => {
    const { applyOver } = await import('./operation/apply-over.js');
    return (connection) => applyOver(connection, args);
  });
}
