/** Random changes of an object: values, members, items, order, and the empties and nulls that a schema has room for. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api';
import type { SchemaNode } from '../../lib/schema/pack';
import { text } from './pods';
import type { Random } from './random';

export type Path = readonly (string | number)[];
type Container = Record<string | number, JsonValue>;

const IDENTITY = new Set(['apiVersion', 'kind', 'status']);
const METADATA = new Set(['labels', 'annotations']);

/** Every place in the content of an object: members and items, whatever is in them. */
export function placesOf(object: JsonObject): Path[] {
  const found: Path[] = [];
  const walk = (value: JsonValue, path: Path): void => {
    if (path.length > 0) found.push(path);
    const members: [string | number, JsonValue][] = Array.isArray(value)
      ? (value as JsonValue[]).map((item, index) => [index, item])
      : isJsonObject(value) ? Object.entries(value) : []; // prettier-ignore
    for (const [key, member] of members) {
      if (path.length === 0 && IDENTITY.has(String(key))) continue;
      if (path.length === 1 && path[0] === 'metadata' && !METADATA.has(String(key))) continue;
      walk(member, [...path, key]);
    }
  };
  walk(object, []);
  return found.filter((path) => !(path.length === 1 && path[0] === 'metadata'));
}

export function valueAt(object: JsonObject, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path) value = (value as unknown as Container | undefined)?.[key];
  return value;
}

/** A copy with this value at this place; undefined removes it. */
export function withValue(object: JsonObject, path: Path, value: JsonValue | undefined): JsonObject {
  const copy = structuredClone(object);
  const parent = valueAt(copy, path.slice(0, -1)) as unknown as Container | JsonValue[];
  const key = path.at(-1) as string | number;
  if (Array.isArray(parent)) parent.splice(Number(key), 1, ...(value === undefined ? [] : [value]));
  else if (value === undefined) delete parent[key];
  else parent[key] = value;
  return copy;
}

/** One random change. May give something that no API server takes. */
export function mutate(random: Random, object: JsonObject): JsonObject {
  const places = placesOf(object);
  if (places.length === 0) return object;
  const path = random.pick(places);
  const value = valueAt(object, path) as JsonValue;
  if (Array.isArray(value)) return withValue(object, path, changedList(random, value as JsonValue[]));
  if (isJsonObject(value)) return withValue(object, path, changedObject(random, value, path));
  return withValue(object, path, random.chance(0.25) ? undefined : changedScalar(random, value));
}

function changedList(random: Random, list: readonly JsonValue[]): JsonValue | undefined {
  const [first] = list;
  switch (random.between(0, 5)) {
    case 0:
    case 1:
      return random.shuffled(list);
    case 2:
      return list.slice(1);
    case 3:
      return random.chance(0.3) ? undefined : [];
    case 4:
      return first === undefined ? list : [...list, random.chance(0.2) ? first : renamed(random, first)];
    default:
      return first === undefined ? list : random.shuffled([renamed(random, first), ...list]);
  }
}

/** A similar item under another key. */
function renamed(random: Random, item: JsonValue): JsonValue {
  if (typeof item === 'string') return `${item}-${random.between(1, 3)}`;
  if (typeof item === 'number') return item + random.between(1, 3);
  if (!isJsonObject(item)) return item;
  const key = ['name', 'containerPort', 'port', 'id', 'key', 'mountPath', 'type'].find((candidate) => item[candidate] !== undefined);
  return key === undefined ? item : { ...item, [key]: renamed(random, item[key] as JsonValue) };
}

function changedObject(random: Random, value: JsonObject, path: Path): JsonValue | undefined {
  const isMap = ['labels', 'annotations', 'data', 'matchLabels', 'nodeSelector', 'parameters', 'granularMap', 'atomicMap', 'loose'].includes(String(path.at(-1)));
  if (isMap && random.chance(0.6)) return { ...value, [random.pick(['new', 'example.com/new', 'z'])]: path.at(-1) === 'labels' ? 'v' : text(random) };
  if (random.chance(0.3)) return undefined;
  if (random.chance(0.2)) return {};
  return Object.fromEntries(random.shuffled(Object.entries(value)).slice(random.chance(0.5) ? 0 : 1));
}

const RESPELLED: Readonly<Record<string, JsonValue>> = {
  '1Gi': '1024Mi', '1024Mi': '1Gi', '1': '1000m', '1000m': '1', '500m': '0.5', '0.5': '500m', '80': 80, 'TCP': 'UDP', 'true': 'false',
};

function changedScalar(random: Random, value: JsonValue): JsonValue {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return random.pick<JsonValue>([value + 1, 0, value, String(value), value === 0 ? 1 : value - 1]);
  const respelled = RESPELLED[String(value)];
  if (respelled !== undefined && random.chance(0.7)) return respelled;
  return random.pick<JsonValue>([`${String(value)}x`, '', null, text(random), String(value)]);
}

/** What authors and generators leave behind: a null, an empty or a zero at a place that the schema knows and the object leaves out. */
export function withEmpty(random: Random, object: JsonObject, root: SchemaNode): JsonObject {
  const rooms: { path: Path; node: SchemaNode }[] = [];
  const walk = (value: JsonValue | undefined, node: SchemaNode | undefined, path: Path): void => {
    if (node === undefined) return;
    if (Array.isArray(value)) (value as JsonValue[]).forEach((item, index) => walk(item, node.items, [...path, index]));
    if (!isJsonObject(value)) return;
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      if (path.length === 0 && (IDENTITY.has(key) || key === 'metadata')) continue;
      if (value[key] === undefined) rooms.push({ path: [...path, key], node: child });
      else walk(value[key], child, [...path, key]);
    }
    if (typeof node.additional === 'object') for (const [key, child] of Object.entries(value)) walk(child, node.additional, [...path, key]);
  };
  walk(object, root, []);
  if (rooms.length === 0) return object;
  const { path, node } = random.pick(rooms);
  return withValue(object, path, random.chance(0.25) ? null : emptyOf(node));
}

function emptyOf({ type, format, enum: values }: SchemaNode): JsonValue {
  if (format === 'int-or-string') return 0;
  if (format === 'quantity') return '0';
  if (values !== undefined && values.length > 0) return values[0] as JsonValue;
  switch (type) {
    case 'array':
      return [];
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    default:
      return {};
  }
}
