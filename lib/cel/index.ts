/**
 * CEL: rules over a JSON value, compiled once and bounded in time. Loading this folder loads the library, which takes as long as the rest
 * of the command: it is required where there is a rule to compile, and not before.
 */
export { type Answer, compileRule, compileTransitionRule, type Rule, type StepBudget, type TransitionRule } from './rule';
export { celValue } from './value';
