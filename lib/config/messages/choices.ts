/** What is wrong with a value that fits none of the forms of anyOf or oneOf, or too many. */
import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonValue } from '../../api';
import { formatPointer, type Issue, type Segment } from '../../issue';
import { brokenRule, type Explanation, wrongType } from './explanation';
import { segmentsOf } from './field-path';
import { discriminator, formsOf, isOfType, nearestForm, type Form, type Nearest, sketchOf } from './forms';
import { type ConfigProblems, configIssue } from './issues';

/** Forms that a message names. */
const SHOWN = 6;

/**
 * The form that was meant is found by what tells forms apart (types, fields with fixed values, required keys); what is wrong is then said
 * as if it were the only one. Where that is not clear, the forms are listed.
 *
 * @param explain issues about errors of one branch
 */
export function explainChoice(error: ErrorObject, explanation: Explanation, explain: (errors: readonly ErrorObject[]) => Issue[]): Issue[] {
  const { document, checker, config } = explanation;
  const value = error.data as JsonValue;
  const path = segmentsOf(error.instancePath, config);
  const forms = formsOf(document, error.schema as readonly JsonValue[]);
  const { passingSchemas } = error.params as { readonly passingSchemas?: readonly unknown[] | null };
  if (passingSchemas) return [tooMany(error, forms, passingSchemas, explanation)];

  if (forms.every(({ values }) => values !== undefined)) {
    return [brokenRule(error, explanation, { rule: 'one-of', values: forms.flatMap(({ values }) => values ?? []) })];
  }
  const types = [...new Set(forms.flatMap((form) => form.types ?? []))];
  const rightType = forms.filter((form) => isOfType(form, value));
  if (rightType.length === 0 && forms.every((form) => form.types !== undefined)) return [wrongType(error, types, explanation)];
  const alternatives = missingOneOf(forms, value);
  if (alternatives !== undefined) {
    return [configIssue('config-missing-field', { alternatives: alternatives.map((key) => [...path, key]) }, { path })];
  }

  const nearest = nearestForm(forms, value);
  const pointer = nearest === undefined ? undefined : branchPointer(error, nearest.form, explanation);
  const problems = pointer === undefined ? [] : explain(checker.checkBy(pointer, value));
  if (nearest?.certain === true && problems.length > 0) return problems.map((problem) => decidedBy(problem, nearest, path));
  const apart = discriminator(forms, value);
  if (apart !== undefined && isJsonObject(value)) {
    if (!Object.hasOwn(value, apart.key)) {
      return [configIssue('config-missing-field', { values: apart.values }, { path: [...path, apart.key] })];
    }
    const known = apart.values.some((other) => JSON.stringify(other) === JSON.stringify(value[apart.key]));
    const at = { data: value[apart.key], instancePath: `${error.instancePath}${formatPointer([apart.key])}` };
    if (!known) return [brokenRule(at, explanation, { rule: 'one-of', values: apart.values })];
  }
  const broken = { rule: 'one-form', forms: forms.slice(0, SHOWN).map(sketchOf), more: forms.length > SHOWN } as const;
  const issue = brokenRule(error, explanation, broken);
  return [problems.length === 0 ? issue : { ...issue, data: { ...issue.data, closest: problems } }];
}

function tooMany(error: ErrorObject, forms: readonly Form[], passing: readonly unknown[], explanation: Explanation): Issue {
  // ajv nests them when there are more than two.
  const indexes = passing.flat(Infinity) as readonly number[];
  const fitting = forms.filter(({ index }) => indexes.includes(index));
  const isKeyOnly = ({ required, types, values }: Form): boolean => required.length === 1 && types === undefined && values === undefined;
  const keys = fitting.map((form) => (isKeyOnly(form) ? form.required[0] : undefined));
  const path = segmentsOf(error.instancePath, explanation.config);
  const named = keys.filter((key) => key !== undefined);
  if (named.length === keys.length) {
    return configIssue('config-invalid-value', { broken: {
      rule: 'only-one-field',
      fields: named.map((key) => [...path, key]),
    } }, { path });
  }
  return brokenRule(error, explanation, {
    rule: 'only-one-form',
    forms: fitting.slice(0, SHOWN).map(sketchOf),
    more: fitting.length > SHOWN,
  });
}

/** Forms that differ by one required key each, of which the value has none. */
function missingOneOf(forms: readonly Form[], value: JsonValue): string[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const keys = forms.map(({ required, fixed }) => (required.length === 1 && fixed.size === 0 ? required[0] : undefined));
  const all = keys.filter((key): key is string => key !== undefined);
  return all.length === forms.length && new Set(all).size === all.length && !all.some((key) => Object.hasOwn(value, key)) ? all : undefined;
}

function branchPointer(error: ErrorObject, { index }: Form, { document }: Explanation): string | undefined {
  const parent = isJsonObject(error.parentSchema) ? document.pointerOf(error.parentSchema) : undefined;
  return parent === undefined ? undefined : `${parent}/${error.keyword}/${index}`;
}

/** Says of a problem which field decided that it is one. */
function decidedBy(problem: Issue, nearest: Nearest, path: readonly Segment[]): Issue {
  if (nearest.decidedBy === undefined) return problem;
  const { key, value } = nearest.decidedBy;
  const before = (problem as Issue & { readonly data: ConfigProblems['config-unknown-key'] }).data.decidedBy ?? [];
  return { ...problem, data: { ...problem.data, decidedBy: [...before, { path: [...path, key], value }] } };
}
