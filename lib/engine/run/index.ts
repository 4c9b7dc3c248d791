/** The executor: sends what the core asks for, and feeds answers and what streams show back to it. It decides nothing. */
export { run, type Comparison, type RunOptions } from './executor';
