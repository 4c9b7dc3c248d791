/** What is wanted of a benchmark, what became of it, and how long all of it took. */

/**
 * A goal that is a number at most.
 * @param what the goal's name, which is unique within a benchmark
 * @param unit the number with its unit. @default the number
 * @returns `{ what, found, most, text }`
 */
export function atMost(what, found, most, unit = String) {
  return { what, found, most, text: `${what}: ${unit(found)}, at most ${unit(most)}` };
}

export const isMissed = ({ found, most }) => !(found <= most);

/** A line for people. @param about stands before the text. @default nothing */
export function goalLine(goal, about = '') {
  return `${isMissed(goal) ? 'MISSED' : 'ok    '} ${about}${goal.text}`;
}

/** Prints a line a goal; when one is missed, the process ends with 1 once all else is done. */
export function tellGoals(goals) {
  for (const goal of goals) console.log(goalLine(goal));
  if (goals.some(isMissed)) process.exitCode = 1;
}

/** How long this process has run: what the benchmark costs whoever runs it again. */
export function minutesSoFar() {
  return Math.round(performance.now() / 6_000) / 10;
}
