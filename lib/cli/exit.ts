import type { ErrorCategory } from '../errors';

/** Exit codes of the command (docs/exit-codes.md). */
export const EXIT = {
  done: 0,
  failed: 1,
  input: 2,
  incomplete: 3,
  collision: 4,
  locked: 5,
  dataLoss: 6,
  changes: 10,
  interrupted: 130,
} as const;

export const EXIT_OF_CATEGORY: Readonly<Record<ErrorCategory, number>> = {
  server: EXIT.failed,
  input: EXIT.input,
  incomplete: EXIT.incomplete,
  collision: EXIT.collision,
  locked: EXIT.locked,
  'data-loss': EXIT.dataLoss,
  interrupted: EXIT.interrupted,
};
