/** What of the desired object we do not hold, and who does: what a drift report says. Read from managed fields alone. */
import { defined } from '../../defined';
import type { KubeObject } from '../../api';
import { applyEntry, UNTRACKED, UNTRACKED_METADATA, type FieldSet } from './field-set';
import { keyOf, partsOf } from './list-keys';

/** Fields we want and do not own, and who owns them now: what a drift report says. */
export interface Interference {
  /** `spec.template.spec.containers[name=web].image`, `metadata.labels["app.kubernetes.io/name"]`. */
  readonly path: string;
  readonly manager?: string;
}

/** What one manager holds at the place that is looked at. */
type Holder = readonly [manager: string, fields: FieldSet];

/** At most `limit` desired leaves that our entry lacks, with the manager that holds each. */
export function interferences(desired: KubeObject, live: KubeObject, fieldManager: string, limit = 10): readonly Interference[] {
  const entry = applyEntry(live, fieldManager);
  const others = (live.metadata.managedFields ?? []).filter((other) => other !== entry);
  const found: Interference[] = [];
  const walk = (value: unknown, ours: FieldSet | undefined, holders: readonly Holder[], path: string): void => {
    if (found.length >= limit || (ours !== undefined && Object.keys(ours).length === 0)) return;
    const children = childrenOf(value, ours, holders, path);
    if (children === undefined) {
      if (ours === undefined) found.push({ path, ...defined({ manager: holders[0]?.[0] }) });
      return;
    }
    for (const [key, name, child] of children) walk(child, ours?.[key], below(holders, key), path + name);
  };
  const ours = entry?.fieldsV1 ?? {};
  // An empty set at the root means that we own nothing; deeper down it means that we own the whole.
  const holders = others.map(({ manager = 'unknown', fieldsV1 = {} }) => [manager, fieldsV1] as const);
  walk(desired, Object.keys(ours).length === 0 ? undefined : ours, holders, '');
  return found;
}

function below(holders: readonly Holder[], key: string): readonly Holder[] {
  return holders.flatMap(([manager, fields]) => {
    const child = fields[key];
    return child === undefined ? [] : [[manager, child] as const];
  });
}

/** A part of a value as field sets name it. */
type Part = readonly [key: string, nameForPeople: string, value: unknown];

/** Undefined: the value is owned as a whole. */
function childrenOf(value: unknown, ours: FieldSet | undefined, holders: readonly Holder[], path: string): readonly Part[] | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) {
    const untracked = path === '' ? UNTRACKED : path === 'metadata' ? UNTRACKED_METADATA : undefined;
    return Object.entries(value)
      .filter(([name, child]) => child !== undefined && untracked?.has(name) !== true)
      .map(([name, child]: readonly [string, unknown]) => [
        `f:${name}`,
        /^[\w-]+$/.test(name) ? `${path === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`,
        child,
      ]);
  }
  const keys = [ours, ...holders.map(([, fields]) => fields)].flatMap((fields) => Object.keys(fields ?? {}))
    .filter((key) => /^[kv]:/.test(key));
  if (keys.length === 0) return undefined;
  const known = new Set(keys);
  return value.map((item: unknown) => {
    const key = keyOf(item, keys, known);
    return key === undefined ? ['missing', '[...]', null] : [key, nameOfItem(key), key.startsWith('v:') ? null : item];
  });
}

function nameOfItem(key: string): string {
  if (key.startsWith('v:')) return `[${key.slice(2)}]`;
  return `[${Object.entries(partsOf(key)).map(([name, value]) => `${name}=${String(value)}`).join(',')}]`;
}
