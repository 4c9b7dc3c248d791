/**
 * Fields that belong to others by rule (docs/ignored-fields.md): what of the desired object counts and is sent, given who holds what of the
 * live one. Nothing that we hold alone may be left out of an apply, or the server would remove it; nothing that others hold may be in it.
 */
import { ignoredPathsOf, type IgnoredPath, type IgnoredStep, type KubeObject, type ManagedFieldsEntry } from '../../api';
import { defined } from '../../defined';
import { applyEntry, isLeaf, isMap, type FieldSet } from './field-set';
import { assign, isItemOf, keyOf, partsOf, placesOf } from './list-keys';
import { unionOf } from './union';

/** A field that a rule names, as it stands in one object. */
export interface IgnoredField {
  /** `spec.replicas`, `webhooks[name=a.example.com].clientConfig.caBundle`. */
  readonly path: string;
  /** Who else holds it. */
  readonly manager?: string;
  /** Values that are short and no secrets; absent as well: it is not there. */
  readonly live?: string | number | boolean;
  readonly desired?: string | number | boolean;
}

/** What one manager holds at the place that is looked at. */
type Holder = readonly [manager: string, fields: FieldSet];

interface Place {
  readonly ours: FieldSet | undefined;
  readonly others: readonly Holder[];
  readonly text: string;
}

interface Walk {
  /** True: what others hold with us is left out, too. */
  readonly yields: boolean;
  readonly found: (place: Place, live: unknown, wanted: unknown) => void;
}

/** What the live object is compared with: what is ignored is as it is, where we hold it, and nowhere else. */
export function comparedWith(desired: KubeObject, live: KubeObject, fieldManager: string): KubeObject {
  const entry = applyEntry(live, fieldManager);
  return settled(desired, live, entry === undefined ? [] : [entry], { yields: false, found: () => undefined });
}

/**
 * What is sent for a live object: what is ignored stays as it is.
 * @param taken entries of managers that we replace: what they hold is ours
 */
export function sentTo(desired: KubeObject, live: KubeObject, fieldManager: string, taken: readonly ManagedFieldsEntry[]): KubeObject {
  const entry = applyEntry(live, fieldManager);
  return settled(desired, live, [...(entry === undefined ? [] : [entry]), ...taken], { yields: true, found: () => undefined });
}

/** The fields that rules name and that this object has, live or desired. */
export function ignoredFields(desired: KubeObject, live: KubeObject, fieldManager: string): readonly IgnoredField[] {
  const found: IgnoredField[] = [];
  const entry = applyEntry(live, fieldManager);
  const shows = desired.kind !== 'Secret';
  settled(desired, live, entry === undefined ? [] : [entry], {
    yields: false,
    found: ({ others, text }, there, wanted) => {
      if ((there === undefined && wanted === undefined) || found.length >= MAX_SHOWN || found.some(({ path }) => path === text)) return;
      const values = shows ? { live: shortValue(there), desired: shortValue(wanted) } : {};
      found.push({ path: text, ...defined({ manager: others[0]?.[0], ...values }) });
    },
  });
  return found;
}

const MAX_SHOWN = 20;

function shortValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' && value.length <= 40 ? value : undefined;
}

function settled(desired: KubeObject, live: KubeObject, entries: readonly ManagedFieldsEntry[], walk: Walk): KubeObject {
  const paths = ignoredPathsOf(desired);
  if (paths.length === 0) return desired;
  const ours = entries.reduce<FieldSet>((all, { fieldsV1 = {} }) => unionOf(all, fieldsV1, true), {});
  const others = (live.metadata.managedFields ?? []).filter((entry) => !entries.includes(entry))
    .flatMap(({ manager = 'unknown', fieldsV1 = {} }): readonly Holder[] => (isLeaf(fieldsV1) ? [] : [[manager, fieldsV1]]));
  const root: Place = { ours: isLeaf(ours) ? undefined : ours, others, text: '' };
  return paths.reduce<KubeObject>((object, path) => (at(object, live, root, path, walk) ?? object) as KubeObject, desired);
}

/** The value that counts at this place; undefined: none. */
function at(wanted: unknown, live: unknown, place: Place, path: IgnoredPath, walk: Walk): unknown {
  const [step, ...rest] = path;
  if (step === undefined) {
    walk.found(place, live, wanted);
    return place.ours === undefined ? undefined : held(live, place.ours, walk.yields ? place.others.map(([, fields]) => fields) : []);
  }
  if (Array.isArray(wanted) || (wanted === undefined && Array.isArray(live))) return items(wanted ?? [], live, place, [step, rest], walk);
  if (wanted !== undefined && !isMap(wanted)) return wanted;
  return members(wanted, isMap(live) ? live : {}, place, [step, rest], walk);
}

type Steps = readonly [step: IgnoredStep, rest: IgnoredPath];
type Members = Readonly<Record<string, unknown>>;

function members(wanted: Members | undefined, live: Members, place: Place, [step, rest]: Steps, walk: Walk): unknown {
  const names = typeof step === 'string' ? [step] : 'all' in step ? Object.keys({ ...wanted, ...live }) : [];
  const result: Record<string, unknown> = { ...wanted };
  for (const name of names) {
    const value = at(wanted?.[name], live[name], below(place, `f:${name}`, memberText(place.text, name)), rest, walk);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  // Sent without anything in it, a map would be held as an empty one.
  if (Object.keys(result).length > 0) return result;
  return wanted !== undefined && Object.keys(wanted).length === 0 ? wanted : undefined;
}

/** Items are told apart by the keys that the server goes by. A list without such keys is one value: a rule for an item says nothing. */
function items(wanted: readonly unknown[], live: unknown, place: Place, [step, rest]: Steps, walk: Walk): unknown {
  const keys = [...new Set([place.ours, ...place.others.map(([, fields]) => fields)].flatMap((fields) => Object.keys(fields ?? {})))]
    .filter((key) => /^[kv]:/.test(key));
  if (typeof step === 'string' || keys.length === 0 || !Array.isArray(live)) return wanted.length === 0 ? undefined : wanted;
  const places = placesOf(live, keys);
  const assigned = assign(wanted, keys);
  const one = (item: unknown, key: string, there: unknown): readonly unknown[] => {
    const value = at(item, there, below(place, key, `${place.text}[${nameOf(key)}]`), rest, walk);
    if (value === undefined && rest.length === 0) return [];
    return [isMap(value ?? item) ? { ...keyFields(item, key), ...(value ?? {}) } : value];
  };
  const result = wanted.flatMap((item, index) => {
    const key = assigned[index];
    const where = key === undefined ? undefined : places.get(key);
    // A new item is sent as it was written.
    return key === undefined || where === undefined || !isMeant(item, key, step) ? [item] : one(item, key, live[where]);
  });
  // What we alone hold, and content no longer has, stays as well.
  const dropped = rest.length > 0 ? [] : keys.filter((key) => place.ours?.[key] !== undefined && !assigned.includes(key));
  const stays = dropped.flatMap((key) => {
    const there: unknown = live[places.get(key) ?? -1];
    return there !== undefined && isMeant(there, key, step) ? one(undefined, key, there) : [];
  });
  return result.length + stays.length === 0 ? undefined : [...result, ...stays];
}

function isMeant(item: unknown, key: string, step: Exclude<IgnoredStep, string>): boolean {
  if ('all' in step) return true;
  const fields = { ...partsOf(key), ...(isMap(item) ? item : {}) };
  return Object.entries(step.item).every(([name, value]) => String(fields[name]) === value);
}

/** Without its keys an item would be another one. */
function keyFields(item: unknown, key: string): Members {
  const parts = partsOf(key);
  if (!isMap(item)) return parts;
  return Object.fromEntries(Object.keys(parts).filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));
}

/** What of the live value is in the field set, and in none of the others. */
function held(live: unknown, fields: FieldSet, others: readonly FieldSet[]): unknown {
  if (live === undefined) return undefined;
  if (isLeaf(fields) || (!Array.isArray(live) && !isMap(live))) return others.length > 0 ? undefined : live;
  const keys = Object.keys(fields).filter((key) => key !== '.');
  const part = (value: unknown, key: string): unknown => held(value, fields[key] ?? {}, others.flatMap((other) => under(other, key)));
  if (Array.isArray(live)) {
    const known = new Set(keys);
    const kept = live.flatMap((item: unknown) => {
      const key = keyOf(item, keys, known);
      const value = key === undefined ? undefined : part(item, key);
      if (key === undefined || value === undefined) return [];
      return [isMap(value) ? { ...partsOf(key), ...value } : value];
    });
    return kept.length === 0 ? undefined : kept;
  }
  const kept = keys.map((key) => [key.slice(2), part(live[key.slice(2)], key)] as const).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function below({ ours, others }: Place, key: string, text: string): Place {
  return {
    ours: ours === undefined ? undefined : under(ours, key)[0],
    others: others.flatMap(([manager, fields]) => under(fields, key).map((part): Holder => [manager, part])),
    text,
  };
}

/** Below what is held as a whole, everything is. */
function under(fields: FieldSet, key: string): readonly FieldSet[] {
  if (isLeaf(fields)) return [fields];
  const part = fields[key];
  return part === undefined ? [] : [part];
}

/** What of a field set no rule names: changes of the rest are nobody else's. */
export function withoutIgnored(fields: FieldSet, live: KubeObject): FieldSet {
  return ignoredPathsOf(live).reduce<FieldSet>((rest, path) => cut(rest, path) ?? {}, fields);
}

function cut(fields: FieldSet, [step, ...rest]: IgnoredPath): FieldSet | undefined {
  if (step === undefined) return undefined;
  const result: Record<string, FieldSet> = { ...fields };
  for (const [key, part] of Object.entries(fields)) {
    if (key === '.' || !isNamed(key, step)) continue;
    const left = isLeaf(part) && rest.length > 0 ? part : cut(part, rest);
    if (left === undefined) delete result[key];
    else result[key] = left;
  }
  return isLeaf(result) && !isLeaf(fields) ? undefined : result;
}

function isNamed(key: string, step: IgnoredStep): boolean {
  if (typeof step === 'string') return key === `f:${step}`;
  if ('all' in step) return true;
  return key.startsWith('k:') && isItemOf(step.item, textKey(key));
}

/** Paths write every value as text. */
function textKey(key: string): string {
  return `k:${JSON.stringify(Object.fromEntries(Object.entries(partsOf(key)).map(([name, value]) => [name, String(value)])))}`;
}

function memberText(before: string, name: string): string {
  return /^[\w-]+$/.test(name) ? `${before === '' ? '' : `${before}.`}${name}` : `${before}[${JSON.stringify(name)}]`;
}

function nameOf(key: string): string {
  return key.startsWith('v:') ? key.slice(2) : Object.entries(partsOf(key)).map(([name, value]) => `${name}=${String(value)}`).join(',');
}
