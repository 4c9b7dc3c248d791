/** Looking before and after: what an apply would do, and why something is not ready. */
import type { Command } from './command';

export const planCommands: readonly Command[] = [];
