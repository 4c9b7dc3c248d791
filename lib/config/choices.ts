/** What is wrong with a value that fits none of the forms of anyOf or oneOf, or too many. */
import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonValue } from '../api';
import { fieldOf, joinField } from './field-path';
import { discriminator, formsOf, isOfType, listOf, nameForm, nearestForm, type Form, type Nearest } from './forms';
import { named, oneOfValues, sentence, typeProblem, type Explanation } from './wording';

/** Forms that a message names. */
const SHOWN = 6;

/**
 * The form that was meant is found by what tells forms apart (types, fields with fixed values, required keys); what is wrong is then said as if
 * it were the only one. Where that is not clear, the forms are listed.
 *
 * @param explain sentences about errors of one branch
 */
export function explainChoice(error: ErrorObject, explanation: Explanation, explain: (errors: readonly ErrorObject[]) => string[]): string[] {
  const { document, checker, config } = explanation;
  const value = error.data as JsonValue;
  const field = fieldOf(error.instancePath, config);
  const forms = formsOf(document, error.schema as readonly JsonValue[]);
  const { passingSchemas } = error.params as { readonly passingSchemas?: readonly unknown[] | null };
  if (passingSchemas) return [tooMany(error, forms, passingSchemas, explanation)];

  if (forms.every(({ values }) => values !== undefined)) {
    return [sentence(error, explanation, oneOfValues(forms.flatMap(({ values }) => values ?? [])))];
  }
  const types = [...new Set(forms.flatMap((form) => form.types ?? []))];
  const rightType = forms.filter((form) => isOfType(form, value));
  if (rightType.length === 0 && forms.every((form) => form.types !== undefined)) return [typeProblem(error, types, explanation)];
  const alternatives = missingOneOf(forms, value);
  if (alternatives !== undefined) return [`missing required field ${listOf(alternatives.map((key) => `'${joinField(field, key)}'`), 'or')}`];

  const nearest = nearestForm(forms, value);
  const pointer = nearest === undefined ? undefined : branchPointer(error, nearest.form, explanation);
  const problems = pointer === undefined ? [] : explain(checker.checkBy(pointer, value));
  if (nearest?.certain === true && problems.length > 0) return problems.map((problem) => `${problem}${because(nearest, field)}`);
  const apart = discriminator(forms, value);
  if (apart !== undefined && isJsonObject(value)) {
    const where = joinField(field, apart.key);
    if (!Object.hasOwn(value, apart.key)) return [`missing required field '${where}', which ${oneOfValues(apart.values)}`];
    const known = apart.values.some((other) => JSON.stringify(other) === JSON.stringify(value[apart.key]));
    const at = { data: value[apart.key], instancePath: `${error.instancePath}/${apart.key.replaceAll('~', '~0').replaceAll('/', '~1')}` };
    if (!known) return [sentence(at, explanation, oneOfValues(apart.values))];
  }
  const list = forms.slice(0, SHOWN).map(nameForm);
  const names = [...new Set(list), ...(forms.length > SHOWN ? ['…'] : [])].join(', or ');
  const closest = problems.length === 0 ? '' : ` (closest: ${problems.join(', ')})`;
  return [`${sentence(error, explanation, `must be one of: ${names}`)}${closest}`];
}

function tooMany(error: ErrorObject, forms: readonly Form[], passing: readonly unknown[], explanation: Explanation): string {
  // ajv nests them when there are more than two.
  const indexes = passing.flat(Infinity) as readonly number[];
  const fitting = forms.filter(({ index }) => indexes.includes(index));
  const isKeyOnly = ({ required, types, values }: Form): boolean => required.length === 1 && types === undefined && values === undefined;
  const keys = fitting.map((form) => (isKeyOnly(form) ? form.required[0] : undefined));
  const field = fieldOf(error.instancePath, explanation.config);
  if (keys.every((key) => key !== undefined)) {
    return `invalid value${named(field)} must have only one of the fields ${listOf(keys.map((key) => `'${joinField(field, key)}'`), 'and')}`;
  }
  return sentence(error, explanation, `must be only one of: ${fitting.slice(0, SHOWN).map(nameForm).join(', or ')}`);
}

/** Forms that are told apart by one required key each, of which the value has none. */
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

function because({ decidedBy }: Nearest, field: string): string {
  return decidedBy === undefined ? '' : ` (as '${joinField(field, decidedBy.key)}' is ${JSON.stringify(decidedBy.value).slice(0, 60)})`;
}
