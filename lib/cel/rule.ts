/** Rules over one value, compiled once and bounded in their work. */
import { celEnv, celFunc, celMethod, CelScalar, parse, plan, type CelEnv, type CelFunc, type CelInput } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { checkExpression, countSteps } from './expression';
import { counted, OWN_FUNCTIONS } from './functions';
import { compareTolerantly } from './semver-compare';
import { bounded, charge, type StepBudget } from './steps';

/** What a rule says of a value: true, false, or why it has no answer. */
export type Answer = boolean | {
  readonly why: string;
  /** It takes more steps than it may: with less data it would have one. */
  readonly isTooLong?: boolean;
};

/** A compiled rule: gives its answer about the value of the variable. Never throws. */
export interface Rule {
  (value: CelInput, budget?: StepBudget): Answer;
}

/** Of Kubernetes' library of regular expressions. Only rules of our own CRDs can call it, so no pattern of a stranger is run here. */
const find = celMethod('find', CelScalar.STRING, [CelScalar.STRING], CelScalar.STRING, function (pattern) {
  return new RegExp(pattern).exec(this)?.[0] ?? '';
});

/** Of OLM's constraints: -1, 0 or 1. */
const semverCompare = celFunc('semver_compare', [CelScalar.STRING, CelScalar.STRING], CelScalar.INT, compareTolerantly);

/**
 * What a rule may call, and which variable it is about. `probe`: the standard functions and macros of CEL, and the string functions of
 * Kubernetes' `strings` extension, over `self`. `crd`: the same, and what the rules of our CRDs call besides. `constraint`: over
 * `properties`, those of a bundle, with `semver_compare`.
 */
export type Library = 'probe' | 'crd' | 'constraint';

interface LibraryDefinition {
  readonly variables: readonly string[];
  readonly environment: CelEnv;
}

function over(variables: readonly string[], funcs: readonly CelFunc[]): LibraryDefinition {
  const types = Object.fromEntries(variables.map((variable) => [variable, CelScalar.DYN]));
  return { variables, environment: celEnv({ variables: types, funcs: [...strings, ...OWN_FUNCTIONS, ...funcs] }) };
}

const libraries: Readonly<Record<Library, LibraryDefinition>> = {
  probe: over(['self'], []),
  crd: over(['self'], [find]),
  constraint: over(['properties'], [semverCompare]),
};

/** What a rule of a definition may call that compares an object with the one before. */
const transition = over(['self', 'oldSelf'], []);

/** Brackets within brackets; parser and checks go down as deep as they do. */
const MOST_DEPTH = 100;

/** Of a rule: reading it takes as long as its brackets are deep. */
const MOST_LETTERS = 10_000;

/** @throws Error, when the rule is not CEL, is too long or too deep, uses an unknown function or variable, or can never give a boolean. */
export function compileRule(rule: string, library: Library = 'probe'): Rule {
  const [variable = ''] = libraries[library].variables;
  const evaluate = compiled(rule, libraries[library]);
  return (value, budget) => answer(() => evaluate({ [variable]: value }), budget);
}

/** A compiled rule over a value and the one before. Never throws. */
export interface TransitionRule {
  (self: CelInput, oldSelf: CelInput, budget?: StepBudget): Answer;
}

/** @throws Error as `compileRule` */
export function compileTransitionRule(rule: string): TransitionRule {
  const evaluate = compiled(rule, transition);
  return (self, oldSelf, budget) => answer(() => evaluate({ self, oldSelf }), budget);
}

function answer(evaluate: () => unknown, budget: StepBudget = { left: Infinity }): Answer {
  const { result, isTooLong } = bounded(budget, evaluate);
  if (typeof result === 'boolean') return result;
  return { why: result instanceof Error ? result.message : 'it does not give a boolean', ...(isTooLong ? { isTooLong } : {}) };
}

function compiled(rule: string, { variables, environment }: LibraryDefinition): (variables: Readonly<Record<string, CelInput>>) => unknown {
  if (rule.length > MOST_LETTERS) throw new Error(`the rule has ${rule.length} characters; at most ${MOST_LETTERS} are read`);
  const depth = bracketDepth(rule);
  if (depth > MOST_DEPTH) throw new Error(`the rule has brackets nested ${depth} deep; at most ${MOST_DEPTH} are read`);
  try {
    const parsed = parse(rule);
    if (parsed.expr === undefined) throw new Error('the rule is empty');
    checkExpression(parsed.expr, environment.funcs, variables);
    const steps = countSteps(parsed.expr);
    const evaluate = plan(counted(environment), parsed);
    return (given) => {
      charge(steps);
      return evaluate(given);
    };
  } catch (error) {
    // The stack is used up: without brackets, by operators alone.
    if (error instanceof RangeError) throw new Error('the rule is a chain of too many operators', { cause: error });
    throw error;
  }
}

/** What stands between quotation marks. */
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** How deep brackets are nested. */
function bracketDepth(rule: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of rule.replace(TEXTS, '')) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
