/** The executor: sends what the core asks for, and feeds answers and what streams show back to it. It decides nothing. */
export { run } from './executor';
export type { DeleteGuard } from './gate';
export type { Comparison, Diagnostician, RunOptions } from './options';
