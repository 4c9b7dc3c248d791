/**
 * CEL: rules over a JSON value, compiled once and bounded in their work. Loading this folder loads the library, which takes as long as
 * the rest of the command: it is required where there is a rule to compile, and not before.
 */
export { type Answer, compileRule, compileTransitionRule, type Rule, type TransitionRule } from './rule';
export type { StepBudget } from './steps';
export { celValue } from './value';
