/** What an object says of itself: its conditions, and what holds back its deletion. Pure. */
import { asObject, isJsonObject, type KubeObject } from '../../api';
import { defined } from '../../defined';

export interface ConditionLine {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  /** When it became so, RFC 3339. */
  readonly since?: string;
}

export interface Deletion {
  /** When it was asked for, RFC 3339. */
  readonly since: string;
  /** Who has to do something first. */
  readonly finalizers: readonly string[];
  /** What the server says is left: content of a namespace, custom resources of a definition. */
  readonly left: readonly string[];
}

export function conditionsOf(object: KubeObject): readonly ConditionLine[] {
  const conditions = asObject(object['status'])?.['conditions'];
  if (!Array.isArray(conditions)) return [];
  return conditions.filter(isJsonObject).flatMap((condition) => {
    const { type, status } = condition;
    if (typeof type !== 'string') return [];
    const texts = Object.fromEntries(
      ['reason', 'message'].flatMap((field) => (isText(condition[field]) ? [[field, condition[field]]] : [])),
    );
    const since = [condition['lastTransitionTime'], condition['lastUpdateTime'], condition['lastProbeTime']].find(isText);
    return [{ type, status: String(status), ...texts, ...defined({ since }) }];
  });
}

/** Conditions of which True is the bad news. */
const NEGATIVE = /Failure|Failed|Pressure|Unavailable|Degraded|Terminating|Remaining|Stalled|Error|NonStructuralSchema|Dangling/;

/** Does this condition speak of trouble? `Unknown` does not say that all is well. */
export function isTrouble({ type, status }: ConditionLine): boolean {
  return NEGATIVE.test(type) ? status === 'True' : status !== 'True';
}

export function deletionOf(object: KubeObject): Deletion | undefined {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined) return undefined;
  const spec = asObject(object['spec'])?.['finalizers'];
  const own = object.kind === 'Namespace' && Array.isArray(spec) ? spec.map(String) : [];
  const left = conditionsOf(object).flatMap(({ type, status, message }) =>
    (status === 'True' && /^Namespace.*(?:Remaining|Failure)$|^Terminating$/.test(type) && message !== undefined ? [message] : []));
  return { since: deletionTimestamp, finalizers: [...finalizers, ...own], left };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
