export interface Goal {
  readonly what: string;
  readonly found: number;
  readonly most: number;
  readonly text: string;
}
export function atMost(what: string, found: number, most: number, unit?: (value: number) => string): Goal;
export function isMissed(goal: Goal): boolean;
export function tellGoals(goals: readonly Goal[]): void;
export function minutesSoFar(): number;
