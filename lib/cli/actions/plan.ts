/** Dials first: the server answers while what does the work is loaded, and files are read. */
import { setImmediate } from 'node:timers/promises';
import type { PlanArgs } from '../commands/plan';
import { parseDuration } from '../command-line/duration';
import { ahead } from '../session';

/** Exit code 10: there are changes; 0: there are none; otherwise as apply would end. */
export function plan(args: PlanArgs): Promise<number> {
  return ahead(args, parseDuration(args.timeout, '--timeout'), async () => {
    await import('../../source/index.js');
    // Loading blocks the process: what the server has said is taken up halfway, too.
    await setImmediate();
    const { planOver } = await import('./operation/plan-over.js');
    return (connection) => planOver(connection, args);
  });
}
