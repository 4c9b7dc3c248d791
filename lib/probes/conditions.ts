/** Reading `status.conditions`. */
import { isJsonObject, type KubeObject } from '../api';
import { quoteOf } from './text';
import { failed, inWords, PASS, unknown, type Finding } from './verdict';

/** A condition as controllers write it; nothing but the type is certain. */
export interface Condition {
  readonly type: string;
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly observedGeneration?: unknown;
}

/** `status` of an object; empty when it has none. */
export function statusOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return recordOf(object['status']);
}

export function specOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return recordOf(object['spec']);
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

/** The condition of that type. One that was written for another generation counts as not there. */
export function currentCondition(object: KubeObject, type: string): Condition | undefined {
  const found = readCondition(object, type);
  return typeof found === 'string' ? undefined : found;
}

/**
 * Does the condition have the status that is wanted? Status `Unknown`, and everything that is missing, malformed or
 * outdated, is unknown: it is no answer to the question.
 */
export function judgeCondition(object: KubeObject, type: string, wanted: 'True' | 'False'): Finding {
  const subject = `condition ${JSON.stringify(type)} == ${JSON.stringify(wanted)}: `;
  const found = readCondition(object, type);
  if (typeof found === 'string') return inWords(unknown(subject + found), `${type} is not reported yet`);
  if (found.status === wanted) return PASS;
  const message = `${subject}.status.condition[${JSON.stringify(type)}] is ${String(found.status)}${explanationOf(found)}`;
  const finding = found.status === 'True' || found.status === 'False' ? failed(message) : unknown(message);
  return inWords(finding, `${type} is ${String(found.status)}${explanationOf(found)}`);
}

/** ` (Reason: message)`, as far as the controller gave them. */
export function explanationOf({ reason, message }: Condition): string {
  const parts = [reason, message].filter((part): part is string => typeof part === 'string' && part.trim() !== '');
  return parts.length === 0 ? '' : ` (${quoteOf(parts.join(': '))})`;
}

/** The condition, or why there is none to go by. */
function readCondition(object: KubeObject, type: string): Condition | string {
  const conditions = statusOf(object)['conditions'];
  if (conditions === undefined || conditions === null) return 'missing .status.conditions';
  if (!Array.isArray(conditions)) return 'malformed .status.conditions';
  const found = conditions.find((item): item is Condition => recordOf(item)['type'] === type);
  if (found === undefined) return `missing .status.condition[${JSON.stringify(type)}]`;
  const { generation } = object.metadata;
  if (typeof found.observedGeneration === 'number' && generation !== undefined && found.observedGeneration !== generation) {
    return `.status.condition[${JSON.stringify(type)}] outdated`;
  }
  return found;
}
