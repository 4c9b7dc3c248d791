/** What an evaluation may take. One runs at a time, and none waits for anything, so that the count is one of the process. */

/** How much many evaluations may take together. */
export interface StepBudget {
  /** Steps, each some tenths of a microsecond; every evaluation costs {@link EVALUATION} besides. Below 0: it is used up. */
  left: number;
}

/** Most steps of one evaluation: some tenths of a second. A list of 50,000 texts can be gone through. */
export const MOST_STEPS = 2_000_000;

/** What an evaluation takes that does nothing. */
const EVALUATION = 100;

let left = 0;

class TooManySteps extends Error {}

/** @throws Error when the evaluation has taken more than it may; nothing in a rule catches it */
export function charge(steps: number): void {
  left = steps >= 0 ? left - steps : -1;
  if (left < 0) throw new TooManySteps();
}

/** @returns what the work gives, or the error that it ends with; and whether that is for too many steps */
export function bounded(budget: StepBudget, work: () => unknown): { readonly result: unknown; readonly isTooLong: boolean } {
  const may = Math.max(0, Math.min(MOST_STEPS, budget.left));
  // A rule makes an error for every field that is missing, and nobody looks at their stacks.
  const { stackTraceLimit } = Error;
  left = may;
  Error.stackTraceLimit = 0;
  try {
    const result = work();
    if (left >= 0) return { result, isTooLong: false };
    return { result: new Error(`the rule takes more than ${may} steps`), isTooLong: true };
  } catch (error) {
    // Very deep data or expressions: a rule answers, it does not throw.
    if (left >= 0) return { result: error, isTooLong: false };
    return { result: new Error(`the rule takes more than ${may} steps`), isTooLong: true };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    budget.left -= EVALUATION + may - Math.max(0, left);
  }
}
