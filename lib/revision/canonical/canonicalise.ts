/**
 * The canonical form of an object: as close to what the API server stores as can be said without changing its meaning.
 * An object that is applied in this form and read back looks the same, so that a later run sees without a request that
 * nothing has to be done (docs/compile.md lists the rules).
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import type { KindSchema, SchemaNode } from '../../schema/pack';
import { compareBytes } from '../../api/canonical-json';
import { storedForNull } from './null-entries';
import { definedOrThrow } from '../defined-or-throw';
import { canonicalQuantity } from './quantity';
import { emptyListMeansAbsent, toServerForm } from './server-form';

/** Metadata that only the server sets. */
const SERVER_METADATA: ReadonlySet<string> = new Set([
  'managedFields', 'resourceVersion', 'uid', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds',
  'selfLink',
]); // prettier-ignore
/** Annotations that kubectl, controllers and the server keep for themselves; exported manifests carry them. */
const FOREIGN_ANNOTATIONS: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
  // The server counts the changes of the template, whatever is written there.
  'deprecated.daemonset.template.generation',
]);

/** No package says it: others keep it there. */
export function isForeignAnnotation(name: string): boolean {
  return FOREIGN_ANNOTATIONS.has(name);
}

const TOP_LEVEL_FIRST = ['apiVersion', 'kind', 'metadata'];

/**
 * The canonical form of `object`. Of kinds that the API server does not build in, and of unknown kinds (no `schema`), only
 * metadata and status are touched: their content is the author's to the letter.
 */
export function canonicalise(object: JsonObject, schema?: KindSchema): JsonObject {
  const builtIn = schema?.builtIn === true ? schema.root : undefined;
  const members: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(withDataOnly(object))) {
    if (key === 'status' || key === 'metadata') continue;
    if (value === null && builtIn !== undefined) continue;
    const node = builtIn?.properties?.[key];
    const canonical = node === undefined ? sortKeys(value) : normalise(value, node, key);
    if (node === undefined || !isOmitted(key, canonical, node, builtIn)) define(members, key, canonical);
  }
  if (isJsonObject(object['metadata'])) members['metadata'] = canonicalMetadata(object['metadata']);
  else if (object['metadata'] !== undefined) members['metadata'] = object['metadata'];
  if (builtIn !== undefined) toServerForm(members, builtIn);
  const rest = Object.keys(members).filter((key) => !TOP_LEVEL_FIRST.includes(key)).sort(compareBytes);
  const keys = [...TOP_LEVEL_FIRST, ...rest].filter((key) => Object.hasOwn(members, key));
  return Object.fromEntries(keys.map((key) => [key, sortKeys(definedOrThrow(members[key]))]));
}

/** `stringData` of a Secret is write-only: the server merges it into `data`, where nothing tells that a key of it has gone. */
function withDataOnly(object: JsonObject): JsonObject {
  const { stringData, ...rest } = object;
  if (object['kind'] !== 'Secret' || object['apiVersion'] !== 'v1' || !isJsonObject(stringData)) return object;
  const texts = Object.entries(stringData).map(([key, value]): [string, JsonValue] => [key, value ?? '']);
  const data = rest['data'] ?? {};
  if (!isJsonObject(data) || texts.some(([, value]) => typeof value !== 'string')) return object;
  const encoded = texts.map(([key, value]) => [key, Buffer.from(String(value), 'utf8').toString('base64')]);
  return { ...rest, data: { ...data, ...Object.fromEntries(encoded) } as JsonObject };
}

function canonicalMetadata(metadata: JsonObject): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(metadata)) {
    if (value === null || SERVER_METADATA.has(key)) continue;
    if (key === 'labels' || key === 'annotations') {
      const isForeign = (name: string): boolean => key === 'annotations' && isForeignAnnotation(name);
      const kept = isJsonObject(value) ? Object.entries(value).filter(([name]) => !isForeign(name)) : undefined;
      if (kept === undefined) members.push([key, value]);
      else if (kept.length > 0) members.push([key, Object.fromEntries(kept.map(([name, text]) => [name, text ?? '']))]);
    } else if (value !== '' && !(Array.isArray(value) && value.length === 0)) {
      members.push([key, value]);
    }
  }
  return Object.fromEntries(members);
}

function normalise(value: JsonValue, node: SchemaNode, property: string): JsonValue {
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return sortKeys(value);
    // Keys of list maps are resolved by the server before it looks at ownership, with this default.
    const withProtocol = node.listMapKeys?.includes('protocol') === true;
    return (value as readonly JsonValue[]).map((item) => {
      if (item === null) return storedForNull(items);
      const canonical = normalise(item, items, property);
      return withProtocol && isJsonObject(canonical) && canonical['protocol'] === undefined ? { ...canonical, protocol: 'TCP' } : canonical;
    });
  }
  if (isJsonObject(value)) return normaliseObject(value, node);
  if (node.format === 'quantity' && (typeof value === 'string' || typeof value === 'number')) return canonicalQuantity(value) ?? value;
  if (node.format === 'byte' && typeof value === 'string') return value.replace(/[\r\n]/g, '');
  return value;
}

function normaliseObject(value: JsonObject, node: SchemaNode): JsonObject {
  const { properties, additional } = node;
  if (properties === undefined && typeof additional !== 'object') return sortKeys(value) as JsonObject;
  const metadata = properties !== undefined && Object.hasOwn(properties, 'managedFields') && Object.hasOwn(properties, 'selfLink');
  const members: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    if (metadata && SERVER_METADATA.has(key)) continue;
    const child = properties !== undefined && Object.hasOwn(properties, key)
      ? properties[key]
      : typeof additional === 'object' ? additional : undefined;
    if (member === null) {
      // The server reads null as absent, also as the default in a CRD's schema; but an entry of a map is there because its key is.
      // Unknown fields stay for the check to name.
      if (child === undefined || child === additional) define(members, key, child === undefined ? null : storedForNull(child));
      continue;
    }
    if (child === undefined) {
      define(members, key, sortKeys(member));
      continue;
    }
    const isScalar = typeof member === 'string' || typeof member === 'number';
    const inResourceList = child === additional && child.format === 'quantity' && isScalar;
    const canonical = inResourceList ? (canonicalQuantity(member, { resourceList: true }) ?? member) : normalise(member, child, key);
    if (!isOmitted(key, canonical, child, node)) define(members, key, canonical);
  }
  toServerForm(members, node);
  return members;
}

/** The server does not store empty lists, empty maps of plain values and empty bytes; empty structures (`emptyDir: {}`) mean something. */
function isOmitted(key: string, value: JsonValue, node: SchemaNode, parent: SchemaNode | undefined): boolean {
  if (parent?.required?.includes(key) === true) return false;
  // An entry of a map is there because its key is.
  if (parent?.additional === node) return false;
  // A `caBundle` without anything in it is none: written out, it would be taken back from whoever fills it in.
  if (value === '' && node.format === 'byte') return true;
  if (Array.isArray(value)) return value.length === 0 && node.type === 'array' && emptyListMeansAbsent(key);
  return isJsonObject(value) && Object.keys(value).length === 0 && node.properties === undefined && typeof node.additional === 'object';
}

/** The same value with the keys of every map in byte order. */
export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sortKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  // Most of what people and generators write is in order already, and a large definition has a hundred thousand keys.
  if (!keys.every((key, index) => index === 0 || compareBytes(keys[index - 1] ?? '', key) <= 0)) keys.sort(compareBytes);
  const sorted: Record<string, JsonValue> = {};
  for (const key of keys) define(sorted, key, sortKeys(definedOrThrow(value[key])));
  return sorted;
}

/** Sets a member whatever its key; assigning to `__proto__` would lose it. */
function define(members: Record<string, JsonValue>, key: string, value: JsonValue): void {
  // Many times slower than an assignment, and needed for one name alone.
  if (key === '__proto__') Object.defineProperty(members, key, { value, enumerable: true, writable: true, configurable: true });
  else members[key] = value;
}

