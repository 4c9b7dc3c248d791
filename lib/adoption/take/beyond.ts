/**
 * What field managers hold of an object beyond what its manifest says. It becomes ours with everything else that they hold, and an apply
 * that does not name it would remove it: so what runs of it is said, too. Pure.
 */
import { type JsonObject, type JsonValue, type KubeObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import type { FieldSet } from '../../api/object';
import { assign, heldOf, isLeaf, isMap, partsOf, unionOf } from '../../engine/internal';
import { isForeignAnnotation } from '../../revision';
import type { FieldPath } from '../../runtime';
import { isOlmMark } from './olm-marks';
import { entriesOf } from './written-as';

/**
 * By these a tool finds what is its own: they go with it. Controllers of ours set their own anew.
 * `app.kubernetes.io/managed-by` and `…/instance` are marks only of whom they name, or who has written them: see {@link isMark}.
 */
const MARKS = new RegExp([
  'meta\\.helm\\.sh/',
  '(?:helm|kustomize)\\.toolkit\\.fluxcd\\.io/(?:name|namespace|checksum)$',
  'argocd\\.argoproj\\.io/(?:tracking-id|instance)$', 'kapp\\.k14s\\.io/', 'olm\\.operatorframework\\.io/',
].map((name) => `^${name}`).join('|'));

function isMark(name: string, value: unknown, managers: readonly string[]): boolean {
  if (name === 'app.kubernetes.io/managed-by') return value === 'Helm';
  if (name === 'app.kubernetes.io/instance') return managers.some((manager) => manager.startsWith('argocd-'));
  return MARKS.test(name) || isOlmMark(name) || isForeignAnnotation(name);
}

/**
 * Field sets speak of one version of a kind: entries of others do not become ours.
 * @param managers whose fields become ours
 * @param said the object as the manifest says it, as it runs
 * @returns undefined: they hold nothing beyond it
 */
export function beyondSaid(live: KubeObject, said: JsonObject, managers: readonly string[]): FieldSet | undefined {
  const entries = entriesOf(live, managers);
  const { apiVersion } = entries.find((entry) => entry.apiVersion === live.apiVersion) ?? entries[0] ?? {};
  const held = entries.filter((entry) => entry.apiVersion === apiVersion);
  const { 'f:metadata': metadata = {}, 'f:status': _status, ...content } = held
    .reduce<FieldSet>((all, { fieldsV1 = {} }) => unionOf(all, fieldsV1, true), {});
  const names = held.map(({ manager = '' }) => manager);
  const { labels, annotations, finalizers } = live.metadata;
  const theirs = {
    'f:labels': unmarked(metadata['f:labels'], labels, names),
    'f:annotations': unmarked(metadata['f:annotations'], annotations, names),
    ...(finalizers === undefined ? {} : { 'f:finalizers': metadata['f:finalizers'] }),
  };
  const kept = Object.fromEntries(Object.entries(theirs).flatMap(([key, fields]) => (fields === undefined ? [] : [[key, fields]])));
  const fields: FieldSet = Object.keys(kept).length === 0 ? content : { ...content, 'f:metadata': kept };
  return Object.keys(fields).length === 0 ? undefined : beyond(fields, said, live);
}

function unmarked(
  fields: FieldSet | undefined, values: Readonly<Record<string, string>> = {}, managers: readonly string[],
): FieldSet | undefined {
  const names = Object.keys(fields ?? {}).filter((key) => key.startsWith('f:')).map((key) => key.slice(2));
  const left = names.filter((name) => !isMark(name, values[name], managers)).map((name) => [`f:${name}`, {}] as const);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

function beyond(fields: FieldSet, said: unknown, live: unknown): FieldSet | undefined {
  if (live === undefined) return undefined;
  if (said === undefined) return fields;
  if (isLeaf(fields) || !isNested(said)) return undefined;
  const [inSaid, inLive] = [members(said, fields), members(live, fields)];
  return below(fields, (part, key) => beyond(part, inSaid(key), inLive(key)));
}

/** Those of the fields that are not the same in the other object: what the server fills in by itself is in both. */
export function differing(fields: FieldSet, live: unknown, other: unknown): FieldSet | undefined {
  if (live === undefined) return undefined;
  if (other === undefined) return fields;
  if (!isLeaf(fields)) {
    const [inLive, inOther] = [members(live, fields), members(other, fields)];
    return below(fields, (part, key) => differing(part, inLive(key), inOther(key)));
  }
  return canonicalJson(live as JsonValue) === canonicalJson(other as JsonValue) ? undefined : fields;
}

/** The value without these fields, and without what has nothing in it then. Undefined: nothing is left. */
export function without(value: unknown, fields: FieldSet): unknown {
  if (isLeaf(fields)) return undefined;
  if (Array.isArray(value)) {
    const keys = keysIn(value, fields);
    const left = value.flatMap((item: unknown, index) => {
      const key = keys[index] ?? '';
      return rest(item, fields[key]).filter((part) => fields[key]?.['.'] === undefined || !isOnlyNamed(part, key));
    });
    return left.length === 0 ? undefined : left;
  }
  if (!isMap(value)) return value;
  const left = Object.entries(value).flatMap(([name, member]) => rest(member, fields[`f:${name}`]).map((part) => [name, part] as const));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Of an item that goes as a whole, its key is not always held. */
function isOnlyNamed(item: unknown, key: string): boolean {
  return isMap(item) && Object.keys(item).every((name) => Object.hasOwn(partsOf(key), name));
}

function rest(value: unknown, fields: FieldSet | undefined): readonly unknown[] {
  const left = fields === undefined ? value : without(value, fields);
  return left === undefined ? [] : [left];
}

/** What is said, and these fields as they run: items of lists stand where they stand in the live one. */
export function withFields(said: unknown, live: unknown, fields: FieldSet): unknown {
  if (said === undefined) return heldOf(live, fields);
  if (Array.isArray(said) && Array.isArray(live)) return withItems(said as readonly unknown[], live as readonly unknown[], fields);
  if (!isMap(said) || !isMap(live)) return said;
  const [inSaid, inLive] = [members(said, fields), members(live, fields)];
  const there = Object.entries(fields).filter(([key]) => key.startsWith('f:') && inLive(key) !== undefined);
  return { ...said, ...Object.fromEntries(there.map(([key, part]) => [key.slice(2), withFields(inSaid(key), inLive(key), part)])) };
}

function withItems(said: readonly unknown[], live: readonly unknown[], fields: FieldSet): readonly unknown[] {
  const [like = ''] = keysOf(fields);
  const names = live.map((item) => keyLike(item, like));
  const saidOf = new Map(assign(filled(said, names), [...new Set(names)]).map((key, index) => [key, index]));
  const held = keysIn(live, fields);
  const left = new Set(said.keys());
  const items = live.flatMap((item, index): readonly unknown[] => {
    const mine = saidOf.get(names[index]);
    const key = held[index] ?? '';
    const part = fields[key];
    if (mine === undefined || !left.delete(mine)) return part === undefined ? [] : (heldOf([item], { [key]: part }) as readonly unknown[]);
    return [part === undefined ? said[mine] : withFields(said[mine], item, part)];
  });
  return [...items, ...[...left].map((index) => said[index])];
}

/** Where they are, for people: down to what is not said at all. */
export function pathsOf(fields: FieldSet, said: unknown): readonly FieldPath[] {
  if (said === undefined || isLeaf(fields)) return [[]];
  const inSaid = members(said, fields);
  return Object.entries(fields).filter(([key]) => key !== '.').flatMap(([key, part]) => (
    pathsOf(part, inSaid(key)).map((path): FieldPath => [stepOf(key), ...path])));
}

function stepOf(key: string): FieldPath[number] {
  if (key.startsWith('f:')) return key.slice(2);
  const parts = key.startsWith('k:') ? partsOf(key) : { value: JSON.parse(key.slice(2)) as unknown };
  const texts = Object.entries(parts).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
  return { item: Object.fromEntries(texts) };
}

function below(fields: FieldSet, of: (part: FieldSet, key: string) => FieldSet | undefined): FieldSet | undefined {
  const left = Object.entries(fields).flatMap(([key, part]): [string, FieldSet][] => {
    const found = key === '.' ? undefined : of(part, key);
    return found === undefined ? [] : [[key, found]];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** The members of a map, or the items of a list, by the keys of the fields. */
function members(value: unknown, fields: FieldSet): (key: string) => unknown {
  if (Array.isArray(value)) {
    const items = new Map(keysIn(value, fields).map((key, index) => [key, value[index] as unknown]));
    return (key) => items.get(key);
  }
  return (key) => (key.startsWith('f:') && isMap(value) && Object.hasOwn(value, key.slice(2)) ? value[key.slice(2)] : undefined);
}

function keysIn(list: readonly unknown[], fields: FieldSet): readonly (string | undefined)[] {
  const keys = keysOf(fields);
  return assign(filled(list, keys), keys);
}

function keysOf(fields: FieldSet): readonly string[] {
  return Object.keys(fields).filter((key) => key !== '.');
}

/** A port that names no protocol is one of TCP; what else an item leaves out, the server may have filled in. */
function filled(list: readonly unknown[], [like = '']: readonly string[]): readonly unknown[] {
  if (!like.startsWith('k:') || !Object.hasOwn(partsOf(like), 'protocol')) return list;
  return list.map((item) => (isMap(item) && item['protocol'] === undefined ? { ...item, protocol: 'TCP' } : item));
}

/** The key of an item, made as this one is. */
function keyLike(item: unknown, like: string): string {
  if (!like.startsWith('k:')) return `v:${JSON.stringify(item)}`;
  return `k:${JSON.stringify(Object.fromEntries(Object.keys(partsOf(like)).map((name) => [name, isMap(item) ? item[name] : undefined])))}`;
}

function isNested(value: unknown): boolean {
  return isMap(value) || Array.isArray(value);
}
