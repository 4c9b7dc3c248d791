/**
 * Label selectors of Kubernetes: `matchLabels` and `matchExpressions`, all of which must hold. A selector without either selects
 * everything; `NotIn` and `DoesNotExist` hold where the label is absent.
 */

export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelExpression[];
}

export interface LabelExpression {
  readonly key: string;
  /** `In`, `NotIn`, `Exists`, `DoesNotExist`. */
  readonly operator: string;
  readonly values?: readonly string[];
}

/** What is wrong with a selector, as Kubernetes finds it. */
export type SelectorProblem =
  | { readonly found: 'bad-operator'; readonly operator: string }
  | { readonly found: 'needs-values' | 'forbids-values'; readonly key: string; readonly operator: string }
  | { readonly found: 'bad-key' | 'bad-value'; readonly key: string; readonly text: string };

export function selectorProblem({ matchLabels = {}, matchExpressions = [] }: LabelSelector): SelectorProblem | undefined {
  for (const [key, value] of Object.entries(matchLabels)) {
    const problem = keyProblem(key) ?? valueProblem(key, value);
    if (problem !== undefined) return problem;
  }
  for (const { key, operator, values = [] } of matchExpressions) {
    if (!['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator)) return { found: 'bad-operator', operator };
    const problem = keyProblem(key);
    if (problem !== undefined) return problem;
    const takesValues = operator === 'In' || operator === 'NotIn';
    if (takesValues && values.length === 0) return { found: 'needs-values', key, operator };
    if (!takesValues && values.length > 0) return { found: 'forbids-values', key, operator };
    for (const value of values) {
      const bad = valueProblem(key, value);
      if (bad !== undefined) return bad;
    }
  }
  return undefined;
}

/** Of a selector without problems. */
export function isSelected({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const label = (key: string): string | undefined => (Object.hasOwn(labels, key) ? labels[key] : undefined);
  return Object.entries(matchLabels).every(([key, value]) => label(key) === value)
    && matchExpressions.every(({ key, operator, values = [] }) => holds(operator, values, label(key)));
}

export function selectorProblemText(problem: SelectorProblem): string {
  switch (problem.found) {
    case 'bad-operator':
      return `${JSON.stringify(problem.operator)} is not a valid label selector operator`;
    case 'needs-values':
      return 'values: Invalid value: []: for \'in\', \'notin\' operators, values set can\'t be empty';
    case 'forbids-values':
      return 'values: Invalid value: values set must be empty for exists and does not exist';
    case 'bad-key':
      return `key: Invalid value: ${JSON.stringify(problem.text)}: must be a label key: an optional prefix with a slash, and a name of `
        + 'letters, digits, "-", "_" and "."';
    case 'bad-value':
      return `values: Invalid value: ${JSON.stringify(problem.text)}: must be a label value: up to 63 letters, digits, "-", "_" and "."`;
  }
}

function holds(operator: string, values: readonly string[], label: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'Exists':
      return label !== undefined;
    default:
      return label === undefined;
  }
}

const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

function keyProblem(key: string): SelectorProblem | undefined {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 1 ? undefined : parts[0];
  const isKey = parts.length <= 2 && NAME.test(name) && (prefix === undefined || (prefix.length <= 253 && PREFIX.test(prefix)));
  return isKey ? undefined : { found: 'bad-key', key, text: key };
}

function valueProblem(key: string, value: string): SelectorProblem | undefined {
  return value === '' || NAME.test(value) ? undefined : { found: 'bad-value', key, text: value };
}
