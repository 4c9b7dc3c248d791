/**
 * Options of a call that are mistyped, or have values that nothing reads: silently ignored, each would do something else than was meant.
 */
import { isFields, isText, shown, type Fields } from './findings';

type Problem = { readonly path: string; readonly message: string };
type Rule = readonly [what: string, holds: (value: unknown) => boolean];

const oneOf = (...values: readonly string[]): Rule => [values.join(', '), (value) => values.includes(value as string)];
const BOOLEAN: Rule = ['true or false', (value) => typeof value === 'boolean'];
const FUNCTION: Rule = ['a function', (value) => typeof value === 'function'];
const TEXTS: Rule = ['a list of texts', (value) => Array.isArray(value) && value.every(isText)];
/** Checked where it is used. */
const ELSEWHERE: Rule = ['', () => true];

const OF_CALL: Readonly<Record<string, Rule>> = {
  owner: ELSEWHERE, strategy: ELSEWHERE, siblings: ELSEWHERE, labels: ELSEWHERE, inventory: ELSEWHERE, overrides: ELSEWHERE,
  probes: ELSEWHERE,
  former: TEXTS,
  dryRun: BOOLEAN, wait: BOOLEAN,
  streams: oneOf('narrow', 'shared'), preflight: oneOf('never', 'new-content', 'always'),
  fence: FUNCTION, commit: FUNCTION, onDryRun: FUNCTION, onProgress: FUNCTION,
  seen: ['a list of objects', (value) => Array.isArray(value) && value.every(isFields)],
  signal: ['an AbortSignal', (value) => isFields(value) && 'aborted' in value],
  probeContext: ['an object', isFields],
}; // prettier-ignore

const OF_ENGINE: Readonly<Record<string, Rule>> = {
  cluster: ELSEWHERE, fieldManager: ELSEWHERE, systemPrefix: ELSEWHERE, managedBy: ELSEWHERE, strategy: ELSEWHERE,
  numbered: BOOLEAN, takeOverManagers: TEXTS,
}; // prettier-ignore

export function optionProblems(call: object): readonly Problem[] {
  return check(call as Fields, OF_CALL);
}

export function engineProblems(options: object): readonly Problem[] {
  return check(options as Fields, OF_ENGINE);
}

/** An option that is undefined was not given. */
function check(options: Fields, rules: Readonly<Record<string, Rule>>): readonly Problem[] {
  return Object.entries(options).flatMap(([name, value]): Problem[] => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      return [{ path: name, message: `${shown(name)} means nothing here; known are ${Object.keys(rules).join(', ')}.` }];
    }
    const [what, holds] = rule;
    return value === undefined || holds(value) ? [] : [{ path: name, message: `${name} is ${shown(value)}; it must be ${what}.` }];
  });
}
