/**
 * What the API server says we own: `fieldsV1` of our Apply entry in managedFields. It tells the list topology that the server
 * used, so "would an apply change anything?" can be answered without any schema (reference, apply-engines 2).
 */
import { canonicalJson, isStoredAs, jsonEqual, shortHash } from './canonical';
import type { KubeObject, ManagedFieldsEntry } from '../api';

type Trie = Readonly<Record<string, unknown>>;

/** Metadata that is part of the request, never of the field set. */
const UNTRACKED_METADATA = new Set(['name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink', 'managedFields']);
const UNTRACKED = new Set(['apiVersion', 'kind']);

/** Our entry: operation Apply, main resource. */
export function applyEntry(live: KubeObject, fieldManager: string): ManagedFieldsEntry | undefined {
  return live.metadata.managedFields?.find(
    ({ manager, operation, subresource }) => manager === fieldManager && operation === 'Apply' && (subresource ?? '') === '',
  );
}

/**
 * True when an apply of `desired` would certainly change nothing: we own exactly the desired fields, their values are literally
 * the desired ones, and list items stand in the desired order. Sound, not complete: every doubt is false and costs one request.
 */
export function isExactlyApplied(desired: KubeObject, live: KubeObject, fieldManager: string): boolean {
  const entry = applyEntry(live, fieldManager);
  if (entry === undefined || entry.apiVersion !== desired.apiVersion || entry.fieldsV1 === undefined) return false;
  return matchesMap(desired, live, entry.fieldsV1 as Trie, (key) => UNTRACKED.has(key), true);
}

/** Digest of the fields we own and of their values in `live`: equal digests before and after, nothing of ours changed. */
export function ownedDigest(live: KubeObject, fieldManager: string): string {
  const entry = applyEntry(live, fieldManager);
  if (entry === undefined) return 'none';
  const fields = entry.fieldsV1 as Trie;
  return shortHash(`${entry.apiVersion ?? ''}\n${canonicalJson(fields)}\n${canonicalJson(project(live, fields))}`);
}

/** Exactly the owned leaves of `live`; owned list items in the order in which they stand. */
function project(live: unknown, trie: Trie): unknown {
  const keys = Object.keys(trie);
  if (keys.length === 0 || live === undefined || live === null || typeof live !== 'object') return live ?? null;
  if (Array.isArray(live)) {
    const items: unknown[] = [];
    for (const item of live as unknown[]) {
      const owner = keys.find((key) => isItemOf(item, key));
      if (owner !== undefined) items.push([owner, owner.startsWith('v:') ? null : project(item, trie[owner] as Trie)]);
    }
    return items;
  }
  const source = live as Trie;
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    if (key.startsWith('f:')) result[key] = project(source[key.slice(2)], trie[key] as Trie);
  }
  return result;
}

function isItemOf(item: unknown, key: string): boolean {
  if (key.startsWith('v:')) return jsonEqual(item, parse(key));
  if (!key.startsWith('k:') || item === null || typeof item !== 'object') return false;
  const wanted = parse(key) as Trie;
  return Object.keys(wanted).every((name) => jsonEqual((item as Trie)[name], wanted[name]));
}

const parsedKeys = new Map<string, unknown>();

/** The JSON behind `k:` or `v:`; the same few keys recur in every object of a kind. */
function parse(key: string): unknown {
  let value = parsedKeys.get(key);
  if (value === undefined) {
    value = JSON.parse(key.slice(2));
    if (parsedKeys.size > 10_000) parsedKeys.clear();
    parsedKeys.set(key, value);
  }
  return value;
}

function matches(desired: unknown, live: unknown, trie: Trie): boolean {
  const keys = Object.keys(trie);
  if (keys.length === 0) return isStoredAs(desired, live);
  if (desired === null || live === null || typeof desired !== 'object' || typeof live !== 'object') return false;
  if (Array.isArray(desired)) return Array.isArray(live) && matchesList(desired, live, trie);
  if (Array.isArray(live)) return false;
  return matchesMap(desired as Trie, live as Trie, trie, () => false, false);
}

function matchesMap(desired: Trie, live: Trie, trie: Trie, isUntracked: (key: string) => boolean, root: boolean): boolean {
  let owned = 0;
  for (const key of Object.keys(trie)) {
    if (key === '.') continue;
    if (!key.startsWith('f:')) return false;
    const name = key.slice(2);
    if (desired[name] === undefined || isUntracked(name)) return false;
    owned += 1;
    const child = trie[key] as Trie;
    const equal =
      root && name === 'metadata'
        ? matchesMap(desired[name] as Trie, (live[name] ?? {}) as Trie, child, (field) => UNTRACKED_METADATA.has(field), false)
        : matches(desired[name], live[name], child);
    if (!equal) return false;
  }
  let wanted = 0;
  for (const name of Object.keys(desired)) {
    if (desired[name] !== undefined && !isUntracked(name)) wanted += 1;
  }
  return owned === wanted;
}

function matchesList(desired: readonly unknown[], live: readonly unknown[], trie: Trie): boolean {
  const keys = Object.keys(trie).filter((key) => key !== '.');
  if (keys.length !== desired.length) return false;
  const free = new Set(keys);
  let position = -1;
  for (const item of desired) {
    let owner: string | undefined;
    for (const key of free) {
      if (isItemOf(item, key)) {
        if (owner !== undefined) return false; // Ambiguous key: let the server decide.
        owner = key;
      }
    }
    if (owner === undefined) return false;
    free.delete(owner);
    const key = owner;
    const index = live.findIndex((candidate) => isItemOf(candidate, key));
    if (index <= position) return false; // Missing, or in another order: an apply would restore ours.
    position = index;
    if (!key.startsWith('v:') && !matches(item, live[index], trie[key] as Trie)) return false;
  }
  return true;
}

/** Fields we want and do not own, and who owns them now: what a drift report says. */
export interface Interference {
  /** `spec.template.spec.containers[name=web].image`, `metadata.labels["app.kubernetes.io/name"]`. */
  readonly path: string;
  readonly manager?: string;
}

/** What one manager holds at the place that is looked at. */
type Holder = readonly [manager: string, fields: Trie];

/** At most `limit` desired leaves that our entry lacks, with the manager that holds each. */
export function interferences(desired: KubeObject, live: KubeObject, fieldManager: string, limit = 10): readonly Interference[] {
  const entry = applyEntry(live, fieldManager);
  const others = (live.metadata.managedFields ?? []).filter((other) => other !== entry);
  const found: Interference[] = [];
  const walk = (value: unknown, ours: Trie | undefined, holders: readonly Holder[], path: string): void => {
    if (found.length >= limit || (ours !== undefined && Object.keys(ours).length === 0)) return;
    const children = childrenOf(value, ours, holders, path);
    if (children === undefined) {
      if (ours === undefined) found.push({ path, ...(holders[0] === undefined ? {} : { manager: holders[0][0] }) });
      return;
    }
    for (const [key, name, child] of children) walk(child, ours?.[key] as Trie | undefined, below(holders, key), path + name);
  };
  const ours = (entry?.fieldsV1 ?? {}) as Trie;
  // An empty set at the root means that we own nothing; deeper down it means that we own the whole.
  walk(desired, Object.keys(ours).length === 0 ? undefined : ours, others.map(({ manager = 'unknown', fieldsV1 = {} }) => [manager, fieldsV1 as Trie] as const), '');
  return found;
}

function below(holders: readonly Holder[], key: string): readonly Holder[] {
  return holders.flatMap(([manager, fields]) => (fields[key] === undefined ? [] : [[manager, fields[key] as Trie] as const]));
}

/** A part of a value as field sets name it. */
type Part = readonly [key: string, nameForPeople: string, value: unknown];

/** Undefined: the value is owned as a whole. */
function childrenOf(value: unknown, ours: Trie | undefined, holders: readonly Holder[], path: string): readonly Part[] | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) {
    const untracked = path === '' ? UNTRACKED : path === 'metadata' ? UNTRACKED_METADATA : undefined;
    return Object.entries(value as Trie)
      .filter(([name, child]) => child !== undefined && untracked?.has(name) !== true)
      .map(([name, child]) => [`f:${name}`, /^[\w-]+$/.test(name) ? `${path === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`, child]);
  }
  const keys = [ours, ...holders.map(([, fields]) => fields)].flatMap((fields) => Object.keys(fields ?? {})).filter((key) => /^[kv]:/.test(key));
  if (keys.length === 0) return undefined;
  return value.map((item: unknown) => {
    const key = keys.find((candidate) => isItemOf(item, candidate));
    return key === undefined ? ['missing', '[...]', null] : [key, nameOfItem(key), key.startsWith('v:') ? null : item];
  });
}

function nameOfItem(key: string): string {
  if (key.startsWith('v:')) return `[${key.slice(2)}]`;
  return `[${Object.entries(parse(key) as Trie).map(([name, value]) => `${name}=${String(value)}`).join(',')}]`;
}
