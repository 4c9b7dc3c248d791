/** Dials first: the server answers while what does the work is loaded, and files are read. */
import { setImmediate } from 'node:timers/promises';
import type { ApplyArgs } from '../commands/apply';
import { parseDuration } from '../command-line/duration';
import { ahead } from '../session';

export function apply(args: ApplyArgs): Promise<number> {
  return ahead(args, parseDuration(args.timeout, '--timeout'), async () => {
    await import('../../source/index.js');
    // Loading blocks the process: what the server has said is taken up halfway, too.
    await setImmediate();
    const { applyOver } = await import('./operation/apply-over.js');
    return (connection) => applyOver(connection, args);
  });
}
