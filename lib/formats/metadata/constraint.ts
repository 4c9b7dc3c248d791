/** Dependencies of type `olm.constraint`: one of cel, package, gvk, or all, any and not of others. */
import { isJsonObject, type JsonObject } from '../../api';
import { messageOf } from '../../errors';
import { isSkipRange } from '../../semver';
import { LIMITS } from '../files/limits';
import type { ConstraintProblem } from './wording';

const FORMS = ['cel', 'package', 'gvk', 'all', 'any', 'not'] as const;

/** What is wrong, as opm sees it. Undefined: unknown fields, or none or several of the forms. */
export function constraintProblems(value: JsonObject): readonly ConstraintProblem[] | undefined {
  if (JSON.stringify(value).length > LIMITS.constraint) return [{ found: 'too-large', limit: LIMITS.constraint }];
  return problemsOf(value);
}

function problemsOf(value: JsonObject): readonly ConstraintProblem[] | undefined {
  const { failureMessage, ...rest } = value;
  if (failureMessage !== undefined && typeof failureMessage !== 'string') return undefined;
  const [form, another] = Object.keys(rest);
  // A constraint that says nothing is to opm a CEL constraint without its field.
  if (form === undefined) return [{ found: 'no-cel' }];
  if (another !== undefined || !(FORMS as readonly string[]).includes(form)) return undefined;
  const inner = rest[form];
  if (form === 'cel') return celProblems(inner);
  if (!isJsonObject(inner)) return undefined;
  switch (form) {
    case 'package':
      return onlyTexts(inner, ['packageName', 'versionRange']) && isSkipRange(String(inner.versionRange)) ? [] : undefined;
    case 'gvk':
      return onlyTexts(inner, ['group', 'kind', 'version']) ? [] : undefined;
    default:
      return compoundProblems(inner);
  }
}

function compoundProblems(value: JsonObject): readonly ConstraintProblem[] | undefined {
  const { constraints, ...rest } = value;
  if (Object.keys(rest).length > 0 || !Array.isArray(constraints) || constraints.length === 0) return undefined;
  const all = constraints.map((constraint: unknown) => (isJsonObject(constraint) ? problemsOf(constraint) : undefined));
  return all.includes(undefined) ? undefined : all.flatMap((problems) => problems ?? []);
}

function celProblems(value: unknown): readonly ConstraintProblem[] | undefined {
  if (value === null) return [{ found: 'no-cel' }];
  if (!isJsonObject(value)) return undefined;
  const { rule = '', ...rest } = value;
  if (typeof rule !== 'string' || Object.keys(rest).length > 0) return undefined;
  if (rule.trim() === '') return [{ found: 'no-expression' }];
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- few bundles have such a rule, and the parser takes time to load
    (require('@bufbuild/cel') as typeof import('@bufbuild/cel')).parse(rule);
    return [];
  } catch (error) {
    return [{ found: 'bad-expression', reason: messageOf(error) }];
  }
}

function onlyTexts(value: JsonObject, fields: readonly string[]): boolean {
  return Object.keys(value).every((key) => fields.includes(key))
    && fields.every((field) => typeof value[field] === 'string' && value[field] !== '');
}
