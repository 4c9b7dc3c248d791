/** Field sets of the model server: what an apply of an object holds, and what is left of a set when another client takes fields of it. */
import type { KubeObject } from '../../../../../lib/api';

export interface Fields {
  readonly [key: string]: Fields;
}

const METADATA = ['labels', 'annotations', 'ownerReferences'];
const NOT_SENT = ['apiVersion', 'kind', 'metadata', 'status'];

export function fieldsOf(object: KubeObject): Fields {
  const content = Object.entries(object).filter(([name]) => !NOT_SENT.includes(name));
  const metadata = Object.entries(object.metadata).filter(([name]) => METADATA.includes(name));
  return { ...(metadata.length === 0 ? {} : { 'f:metadata': members(metadata) }), ...members(content) };
}

function members(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries.map(([name, value]) => [`f:${name}`, name === 'ownerReferences' ? items(value as readonly { uid: string }[]) : below(value)]));
}

function below(value: unknown): Fields {
  return value === null || typeof value !== 'object' || Array.isArray(value) ? {} : members(Object.entries(value));
}

/** Merged by uid. */
function items(references: readonly { readonly uid: string }[]): Fields {
  return Object.fromEntries(references.map((reference) => [`k:${JSON.stringify({ uid: reference.uid })}`, { '.': {}, ...members(Object.entries(reference)) }]));
}

/** Undefined: nothing is left. What is taken as a whole takes what is below it along. */
export function subtract(fields: Fields, taken: Fields): Fields | undefined {
  const left = Object.entries(fields).flatMap(([key, child]) => {
    const gone = taken[key];
    if (gone === undefined) return [[key, child] as const];
    if (Object.keys(gone).length === 0 || Object.keys(child).length === 0) return [];
    const rest = subtract(child, gone);
    return rest === undefined ? [] : [[key, rest] as const];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
