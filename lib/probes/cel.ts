/**
 * CEL probes. The library is loaded with this file, which is why compile.ts loads it only when there is a CEL probe.
 * Offered: the standard functions and macros of CEL, and the string functions of Kubernetes' `strings` extension.
 */
import { celEnv, celError, celFunc, celList, celMap, CelScalar, isCelError, parse, plan, type CelInput } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import type { KubeObject } from '../api';
import { checkExpression, limitSteps, TICK } from './cel-expression';
import { isSecret, quoteOf, shownValue } from './text';
import { failed, PASS, unknown, type Finding } from './verdict';

/** Longest rule, in UTF-16 units. */
const LONGEST_RULE = 10 * 1024;
/** Most iterations of all macros (`all`, `map`, …) of one evaluation: about a tenth of a second. */
const MOST_STEPS = 10_000;

let stepsLeft = 0;

const environment = celEnv({
  variables: { self: CelScalar.DYN },
  funcs: [
    ...strings,
    celFunc(TICK, [], CelScalar.BOOL, () => {
      stepsLeft -= 1;
      if (stepsLeft < 0) throw new Error(`the rule takes more than ${MOST_STEPS} steps`);
      return true;
    }),
  ],
});

/**
 * Compiles a rule over `self`.
 *
 * @throws Error, when the rule is not CEL, uses an unknown function or variable, can never give a boolean, or is too long.
 */
export function compileCel(rule: string, message: string): (object: KubeObject) => Finding {
  if (rule.length > LONGEST_RULE) throw new Error(`the rule has ${rule.length} characters, at most ${LONGEST_RULE} are allowed`);
  const parsed = parse(rule);
  if (parsed.expr === undefined) throw new Error('the rule is empty');
  checkExpression(parsed.expr, environment.funcs);
  limitSteps(parsed.expr);
  const evaluate = plan(environment, parsed);
  const shownRule = shownValue(rule);
  return (object) => {
    const result = evaluated(() => evaluate({ self: celObject(object) }));
    if (result === true) return PASS;
    if (result === false) return failed(message === '' ? `${isSecret(object) ? 'a CEL rule' : `CEL rule ${shownRule}`} is false` : message);
    // The library's words quote values, and the rule may compare with one.
    if (isSecret(object)) return unknown(`a CEL rule${message === '' ? '' : ` ("${message}")`} cannot be evaluated (why is not shown for a Secret)`);
    const why = isCelError(result) ? result.message : 'it does not give a boolean';
    return unknown(`CEL rule ${shownRule} cannot be evaluated: ${quoteOf(why)}`);
  };
}

function evaluated(evaluate: () => unknown): unknown {
  stepsLeft = MOST_STEPS;
  try {
    return evaluate();
  } catch (error) {
    // Very deep data or expressions: a probe answers, it does not throw.
    return celError(error);
  }
}

/** Converted once an object, however many rules look at it. */
const converted = new WeakMap<KubeObject, CelInput>();

function celObject(object: KubeObject): CelInput {
  let value = converted.get(object);
  if (value === undefined) {
    // managedFields are the bulk of many objects and nobody's business in a rule (Kubernetes leaves them out as well).
    const { managedFields: _, ...metadata } = object.metadata;
    value = celValue({ ...object, metadata });
    converted.set(object, value);
  }
  return value;
}

/** JSON to CEL: whole numbers are ints, as in Kubernetes; everything else as it is. */
function celValue(value: unknown): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (Array.isArray(value)) return celList(value.map(celValue));
  if (typeof value !== 'object' || value === null) return null;
  return celMap(new Map(Object.entries(value).filter(([, member]) => member !== undefined).map(([key, member]) => [key, celValue(member)])));
}
