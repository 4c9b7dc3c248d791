/** What is done to an extension that is there. */
import type { Command } from './command';

export const operationCommands: readonly Command[] = [];
