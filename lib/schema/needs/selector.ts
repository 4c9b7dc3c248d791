/** Label selectors: their syntax, and whether one chooses the pods of the template beside it. */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import { asArray } from '../json';
import { isEmpty, reportOnce } from './check-needs';
import type { Needs, Rule } from './needs';

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const withValues: Rule = (walk, { operator, values }) => {
  const wanted = operator === 'In' || operator === 'NotIn';
  if (wanted && isEmpty(values)) reportOnce(walk, 'missing-field', { field: 'values' }, ['values']);
  if ((operator === 'Exists' || operator === 'DoesNotExist') && !isEmpty(values)) {
    reportOnce(walk, 'forbidden-field', { field: 'values', beside: `operator ${operator}` }, ['values']);
  }
};

/** Of nodes also by numbers; the server looks at values of In and NotIn only. */
export const nodeExpression: Needs = {
  required: ['key', 'operator'],
  fields: { key: { format: 'label-key' }, operator: { allowed: [...operators, 'Gt', 'Lt'] } },
  rules: [withValues],
};
const expression: Needs = {
  required: ['key', 'operator'],
  fields: { key: { format: 'label-key' }, operator: { allowed: operators }, values: { items: { format: 'label-value' } } },
  rules: [withValues],
};
export const selector: Needs = {
  fields: { matchLabels: { keys: 'label-key', values: { format: 'label-value' } }, matchExpressions: { items: expression } },
};

/** A workload's selector is there, chooses something, and chooses the pods of its own template. */
export const selectsItsTemplate: Rule = (walk, spec) => {
  const own = asObject(spec.selector);
  if (spec.selector !== undefined && spec.selector !== null && !own) return;
  if (!own || (isEmpty(own.matchLabels) && isEmpty(own.matchExpressions))) {
    reportOnce(walk, 'missing-field', { field: 'selector' }, ['selector']);
    return;
  }
  const labels = asObject(asObject(asObject(spec.template)?.metadata)?.labels) ?? {};
  const missed = unmatched(own, labels);
  if (missed !== undefined) reportOnce(walk, 'selector-mismatch', { key: missed }, ['template', 'metadata', 'labels']);
};

/** A key whose condition the labels do not meet. */
function unmatched(own: JsonObject, labels: JsonObject): string | undefined {
  for (const [key, value] of Object.entries(asObject(own.matchLabels) ?? {})) if (labels[key] !== value) return key;
  for (const one of asArray(own.matchExpressions) ?? []) {
    const { key, operator, values } = asObject(one) ?? {};
    if (typeof key === 'string' && !meets(labels[key], operator, asArray(values) ?? [])) return key;
  }
  return undefined;
}

function meets(label: JsonValue | undefined, operator: JsonValue | undefined, values: readonly JsonValue[]): boolean {
  switch (operator) {
    case 'In': return label !== undefined && values.includes(label);
    case 'NotIn': return label === undefined || !values.includes(label);
    case 'Exists': return label !== undefined;
    case 'DoesNotExist': return label === undefined;
    default: return true;
  }
}

