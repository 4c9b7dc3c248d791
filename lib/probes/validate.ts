/** Probes come from files and from clusters: their shape is checked before they are compiled. */
import type { ProgressionProbe } from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { recordOf } from './conditions';
import { quoteOf } from './text';

/** Where in `spec.progressionProbes`. */
export interface Place {
  readonly probe: number;
  readonly assertion?: number;
  readonly member?: string;
}

type Reason = string | undefined;

/** Member of the union that belongs to each type, and what it needs. */
const SELECTORS: Readonly<Record<string, (selector: Fields) => Reason>> = {
  GroupKind: ({ groupKind }) => texts('groupKind', groupKind, ['kind'], ['group']),
  Object: ({ object }) => texts('object', object, ['kind', 'name'], ['group']) ?? optionalText('object.namespace', recordOf(object)['namespace']),
  Label: ({ label }) => labelSelector(label),
};
const ASSERTIONS: Readonly<Record<string, (assertion: Fields) => Reason>> = {
  ConditionEqual: ({ conditionEqual }) => texts('conditionEqual', conditionEqual, ['type'])
    ?? oneOf('conditionEqual.status', recordOf(conditionEqual)['status'], ['True', 'False']),
  FieldsEqual: ({ fieldsEqual }) => texts('fieldsEqual', fieldsEqual, ['fieldA', 'fieldB']),
  FieldValue: ({ fieldValue }) => texts('fieldValue', fieldValue, ['fieldPath'])
    ?? (recordOf(fieldValue)['value'] === undefined ? 'fieldValue.value is missing' : undefined),
  CEL: ({ cel }) => texts('cel', cel, ['rule'], ['message']),
  KindDefault: () => undefined,
};
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

type Fields = Readonly<Record<string, unknown>>;

/** @throws BoxcutterError `probe-invalid` */
export function validateProbe(probe: ProgressionProbe, index: number): void {
  const { selector, assertions } = recordOf(probe);
  check({ probe: index, member: 'selector' }, selector, SELECTORS);
  if (!Array.isArray(assertions)) throw invalid({ probe: index, member: 'assertions' }, 'it is not a list');
  assertions.forEach((assertion, position) => {
    check({ probe: index, assertion: position }, assertion, ASSERTIONS);
    const { terminal } = recordOf(assertion);
    if (terminal === undefined || typeof terminal === 'boolean') return;
    throw invalid({ probe: index, assertion: position }, 'terminal is not true or false');
  });
}

export function invalid({ probe, assertion, member }: Place, reason: string, value?: string, cause?: unknown): BoxcutterError {
  const inside = `${assertion === undefined ? '' : `.assertions[${assertion}]`}${member === undefined ? '' : `.${member}`}`;
  const path = `spec.progressionProbes[${probe}]${inside}`;
  const shown = value === undefined || value === '' ? '' : ` (${quoteOf(value)})`;
  return new BoxcutterError('probe-invalid', 'input', `Probe ${probe} is not valid: ${path}${shown}: ${quoteOf(reason)}.`, {
    details: { probe, ...defined({ assertion }), path },
    ...defined({ cause }),
  });
}

function check(place: Place, value: unknown, types: Readonly<Record<string, (fields: Fields) => Reason>>): void {
  const fields = recordOf(value);
  const type = fields['type'];
  const examine = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined;
  const reason = examine === undefined ? oneOf('type', type, Object.keys(types)) : examine(fields);
  if (reason !== undefined) throw invalid(place, reason);
}

/** Members that must be text; `may` be empty or not. */
function texts(name: string, value: unknown, full: readonly string[], may: readonly string[] = []): Reason {
  const fields = recordOf(value);
  const missing = [...full, ...may].find((member) => typeof fields[member] !== 'string') ?? full.find((member) => fields[member] === '');
  return missing === undefined ? undefined : `${name}.${missing} is ${fields[missing] === undefined ? 'missing' : 'not a text, or an empty one'}`;
}

function optionalText(name: string, value: unknown): Reason {
  return value === undefined || typeof value === 'string' ? undefined : `${name} is not a text`;
}

function oneOf(name: string, value: unknown, allowed: readonly string[]): Reason {
  if (typeof value === 'string' && allowed.includes(value)) return undefined;
  return `${name} is ${value === undefined ? 'missing' : JSON.stringify(value)}; it must be one of ${allowed.join(', ')}`;
}

function labelSelector(value: unknown): Reason {
  if (typeof value !== 'object' || value === null) return 'label is missing';
  const { matchLabels, matchExpressions = [] } = recordOf(value);
  if (Object.values(recordOf(matchLabels)).some((label) => typeof label !== 'string')) return 'label.matchLabels has a value that is not a text';
  if (!Array.isArray(matchExpressions)) return 'label.matchExpressions is not a list';
  for (const [index, expression] of matchExpressions.entries()) {
    const name = `label.matchExpressions[${index}]`;
    const { key, operator, values } = recordOf(expression);
    const reason = typeof key === 'string' && key !== '' ? oneOf(`${name}.operator`, operator, OPERATORS) : `${name}.key is missing`;
    if (reason !== undefined) return reason;
    const wantsValues = operator === 'In' || operator === 'NotIn';
    const hasValues = Array.isArray(values) && values.length > 0;
    if (wantsValues !== hasValues) return `${name}.values must ${wantsValues ? 'not be empty' : 'be absent'} for ${String(operator)}`;
  }
  return undefined;
}
