/**
 * CEL probes. The library is loaded with this file, which is why assertions/cel.ts loads it only when there is a CEL probe.
 * Offered: the standard functions and macros of CEL, and the string functions of Kubernetes' `strings` extension.
 */
import type { KubeObject } from '../api';
import { celValue, compileRule, type StepBudget } from '../cel';
import { isSecret, quoteOf, shownValue } from './text';
import { failed, PASS, unknown, type Finding } from './verdict';

/**
 * Compiles a rule over `self`.
 *
 * @throws Error, when the rule is not CEL, uses an unknown function or variable or can never give a boolean.
 */
export function compileCel(rule: string, message: string): (object: KubeObject, budget: StepBudget) => Finding {
  const evaluate = compileRule(rule);
  const shownRule = shownValue(rule);
  return (object, budget) => {
    const answer = evaluate(celObject(object), budget);
    if (answer === true) return PASS;
    if (answer === false) return failed(message);
    // The library's words quote values, and the rule may compare with one.
    if (isSecret(object)) return unknown(`a CEL rule ("${message}") cannot be evaluated (why is not shown for a Secret)`);
    return unknown(`CEL rule ${shownRule} cannot be evaluated: ${quoteOf(answer.why)}`);
  };
}

/** Converted once an object, however many rules look at it. */
const converted = new WeakMap<KubeObject, ReturnType<typeof celValue>>();

function celObject(object: KubeObject): ReturnType<typeof celValue> {
  let value = converted.get(object);
  if (value === undefined) {
    // managedFields are the bulk of many objects and mean nothing to a rule (Kubernetes leaves them out as well).
    const { managedFields: _, ...metadata } = object.metadata;
    value = celValue({ ...object, metadata });
    converted.set(object, value);
  }
  return value;
}
