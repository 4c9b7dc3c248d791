/** Label: every object with certain labels, by Kubernetes' rules. */
import { asObject, type LabelSelector } from '../../api';
import { labelSelector, rules, type ValidationRule } from '../../api/schema';
import type { SelectorKind } from './kind';

const exactlyOne: ValidationRule = {
  rule: 'has(self.matchLabels) != has(self.matchExpressions)',
  message: 'exactly one of matchLabels or matchExpressions must be set',
  holds: (self) => (asObject(self)?.['matchLabels'] === undefined) !== (asObject(self)?.['matchExpressions'] === undefined),
};

const valuesFit: ValidationRule = {
  rule: "self.operator in ['In', 'NotIn'] ? has(self.values) && self.values.size() > 0 : !has(self.values) || self.values.size() == 0",
  message: 'values must be given for In and NotIn, and must be absent for Exists and DoesNotExist',
  fieldPath: '.values',
  holds: (self) => {
    const { operator, values } = asObject(self) ?? {};
    return (operator === 'In' || operator === 'NotIn') === (Array.isArray(values) && values.length > 0);
  },
};

export const label: SelectorKind<'Label'> = {
  schema: {
    name: 'LabelProbeSelector',
    field: 'label',
    schema: labelSelector('The labels.', rules(exactlyOne), {
      list: { maxItems: 100 },
      requirement: rules(valuesFit),
      key: { minLength: 1 },
    }),
  },
  selects: (selector, { labels }) => labels === undefined || matchesLabels(selector.label, labels),
};

/** Everything must match, and nothing asked for matches everything. */
function matchesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const has = (key: string) => Object.hasOwn(labels, key);
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => has(key) && labels[key] === value);
  return equal && (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    switch (operator) {
      case 'Exists':
        return has(key);
      case 'DoesNotExist':
        return !has(key);
      case 'In':
        return has(key) && values.includes(labels[key] ?? '');
      case 'NotIn':
        return !has(key) || !values.includes(labels[key] ?? '');
    }
  });
}
