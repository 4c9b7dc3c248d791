/**
 * Options of a call that are mistyped, or have values that nothing reads: silently ignored, each would do something else than was meant.
 */
import type { EngineOptions, OwnershipOptions } from '../context';
import { given, isFields, isText, type Fields } from '../given';
import { inputIssue, type ExpectedOption, type InputIssue, type OptionProblem, type Path } from '../issues';
import { isAnnotationKey, isLabelValue } from './owner';

type Rule = readonly [expected: ExpectedOption, holds: (value: unknown) => boolean];

const oneOf = (...values: readonly string[]): Rule => [{ oneOf: values }, (value) => typeof value === 'string' && values.includes(value)];
const BOOLEAN: Rule = ['boolean', (value) => typeof value === 'boolean'];
const FUNCTION: Rule = ['function', (value) => typeof value === 'function'];
const TEXTS: Rule = ['texts', (value) => Array.isArray(value) && value.every(isText)];
/** Checked where it is used. */
const ELSEWHERE: Rule = ['object', () => true];

const OF_CALL: Readonly<Record<string, Rule>> = {
  owner: ELSEWHERE, strategy: ELSEWHERE, siblings: ELSEWHERE, labels: ELSEWHERE, inventory: ELSEWHERE, overrides: ELSEWHERE,
  probes: ELSEWHERE,
  former: TEXTS,
  dryRun: BOOLEAN, wait: BOOLEAN,
  streams: oneOf('narrow', 'shared'), preflight: oneOf('never', 'new-content', 'always'),
  fence: FUNCTION, commit: FUNCTION, onDryRun: FUNCTION, onProgress: FUNCTION,
  seen: ['objects', (value) => Array.isArray(value) && value.every(isFields)],
  signal: ['signal', (value) => isFields(value) && 'aborted' in value],
  probeContext: ['object', isFields],
}; // prettier-ignore

const OF_ENGINE: Readonly<Record<string, Rule>> = {
  cluster: ELSEWHERE, fieldManager: ELSEWHERE, systemPrefix: ELSEWHERE, managedBy: ELSEWHERE, strategy: ELSEWHERE,
  numbered: BOOLEAN, takeOverManagers: TEXTS,
}; // prettier-ignore

/** What is wrong with the options of one call, which themselves are an object. */
export function checkCall(engine: EngineOptions, call: OwnershipOptions): readonly InputIssue[] {
  return [...ownershipProblems(engine, call), ...problemsOf(call, OF_CALL)]
    .map(({ path, ...problem }) => inputIssue('option-invalid', problem, { path }));
}

/** Options of an engine that its rules of type tell of. */
export function engineProblems(options: object): readonly PlacedProblem[] {
  return problemsOf(options, OF_ENGINE);
}

export type PlacedProblem = OptionProblem & { readonly path: Path };

function ownershipProblems(engine: EngineOptions, call: OwnershipOptions): readonly PlacedProblem[] {
  const { labels, siblings, owner }: { labels?: unknown; siblings?: unknown; owner?: unknown } = call;
  const isSibling = (value: unknown): boolean => isText(value) || (isFields(value) && isText(value['uid']));
  const problems: PlacedProblem[] = [...labelProblems(labels)];
  if (siblings !== undefined && !(Array.isArray(siblings) && siblings.every(isSibling))) {
    problems.push({ path: ['siblings'], problem: 'siblings' });
  }
  if (engine.numbered === false) {
    if (owner === undefined) problems.push({ path: ['owner'], problem: 'needs-numbers', because: 'no-owner' });
    if (Array.isArray(siblings) && siblings.length > 0) {
      problems.push({ path: ['siblings'], problem: 'needs-numbers', because: 'siblings' });
    }
  }
  return problems;
}

function labelProblems(labels: unknown): readonly PlacedProblem[] {
  if (labels === undefined) return [];
  if (!isFields(labels)) return [{ path: ['labels'], problem: 'labels', given: given(labels) }];
  return Object.entries(labels)
    .filter(([key, value]) => !isAnnotationKey(key) || value === '' || !isLabelValue(value))
    .map(([key, value]) => ({ path: ['labels', key], problem: 'label', key, given: given(value) }));
}

/** An option that is undefined was not given. */
function problemsOf(options: Fields | object, rules: Readonly<Record<string, Rule>>): readonly PlacedProblem[] {
  return Object.entries(options).flatMap(([option, value]: [string, unknown]): PlacedProblem[] => {
    const rule = Object.hasOwn(rules, option) ? rules[option] : undefined;
    if (rule === undefined) return [{ path: [option], problem: 'unknown', option, known: Object.keys(rules) }];
    const [expected, holds] = rule;
    return value === undefined || holds(value) ? [] : [{ path: [option], problem: 'wrong-type', option, given: given(value), expected }];
  });
}
