/**
 * What a manifest says, as it runs: where another client has changed or removed since what the manifest says, the object says what is
 * there, so that taking it over changes nothing. The next apply of the package sets it as the package says. What the manifest does not say
 * is nobody's concern here: keep-held.ts. Pure.
 */
import { GROUP, isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { defined } from '../../defined';
import { canonicalise } from '../../revision';
import type { FieldPath } from '../../runtime';
import type { KindSchema, SchemaNode } from '../../schema';

/** A field that is not as the manifest says. */
export interface Edit {
  readonly path: FieldPath;
  /** `changed`: it has another value. `missing`: it is not there. `unnamed`: it is there, and the manifest does not name it. */
  readonly type: 'changed' | 'missing' | 'unnamed';
}

export interface AsItRuns {
  readonly object: JsonObject;
  readonly edits: readonly Edit[];
}

/**
 * @param manifest of the object, as its author wrote it
 * @param schema of its kind, where it is known: equal values that are written in two ways are no edit then
 */
export function asItRuns(manifest: JsonObject, live: KubeObject, schema?: KindSchema): AsItRuns {
  const edits: Edit[] = [];
  const wanted = canonicalise(manifest, schema);
  const walk = new Walk(edits);
  const { apiVersion, kind, metadata, status: _status, ...content } = wanted;
  const { metadata: there, ...rest } = live as unknown as JsonObject & { readonly metadata: JsonObject };
  const { properties } = schema?.root ?? {};
  const object = {
    apiVersion: live.apiVersion === apiVersion ? apiVersion : live.apiVersion,
    kind: kind ?? live.kind,
    metadata: metadataOf(isJsonObject(metadata) ? metadata : {}, there, walk),
    ...walk.map(content, rest, [], properties === undefined ? undefined : { properties }),
  } as JsonObject;
  return { object, edits };
}

function metadataOf(wanted: JsonObject, there: JsonObject, walk: Walk): JsonObject {
  const { name, namespace, labels, annotations, finalizers, ...others } = wanted;
  // Owners are those of who managed it; nothing else of metadata is anybody's but the server's.
  const { ownerReferences: _owners, generateName: _generate, ...rest } = others;
  const kept = (wants: JsonValue | undefined, has: JsonValue | undefined, step: string): JsonObject | undefined => {
    if (!isJsonObject(wants)) return undefined;
    const ours = Object.entries(wants).filter(([key]) => key.startsWith(`${GROUP}/`));
    const theirs = Object.fromEntries(Object.entries(wants).filter(([key]) => !key.startsWith(`${GROUP}/`)));
    const found = { ...walk.map(theirs, isJsonObject(has) ? has : {}, ['metadata', step]), ...Object.fromEntries(ours) };
    return Object.keys(found).length === 0 ? undefined : found;
  };
  return {
    ...defined({ name, namespace }),
    ...defined({
      labels: kept(labels, there['labels'], 'labels'),
      annotations: kept(annotations, there['annotations'], 'annotations'),
      finalizers,
    }),
    ...rest,
  } as JsonObject;
}

class Walk {
  constructor(private readonly edits: Edit[]) {}

  map(wanted: JsonObject, there: JsonObject, path: FieldPath, node?: SchemaNode): JsonObject {
    const members: [string, JsonValue][] = [];
    for (const [key, value] of Object.entries(wanted)) {
      const below = [...path, key];
      const found = there[key];
      if (found !== undefined) members.push([key, this.value(value, found, below, childOf(node, key))]);
      // What the server does not store is there all the same.
      else if (isNothing(value)) members.push([key, value]);
      else this.edits.push({ path: below, type: 'missing' });
    }
    return Object.fromEntries(members);
  }

  private value(wanted: JsonValue, there: JsonValue, path: FieldPath, node: SchemaNode | undefined): JsonValue {
    if (isJsonObject(wanted) && isJsonObject(there)) {
      return node?.mapType === 'atomic' ? this.whole(wanted, there, path) : this.map(wanted, there, path, node);
    }
    if (Array.isArray(wanted) && Array.isArray(there)) return this.list(wanted as JsonValue[], there as JsonValue[], path, node);
    return this.whole(wanted, there, path);
  }

  private whole(wanted: JsonValue, there: JsonValue, path: FieldPath): JsonValue {
    if (canonicalJson(wanted) === canonicalJson(there)) return wanted;
    this.edits.push({ path, type: 'changed' });
    return there;
  }

  /** Items by their keys, where they have some; item by item in lists of one length; as a whole otherwise. */
  private list(wanted: readonly JsonValue[], there: readonly JsonValue[], path: FieldPath, node: SchemaNode | undefined): JsonValue {
    const keys = keysOf(wanted, there, node);
    if (keys !== undefined) {
      return this.items(wanted as readonly JsonObject[], there as readonly JsonObject[], path, { keys, node: node?.items });
    }
    if (node?.listType === 'set' && wanted.every((value) => there.some((other) => canonicalJson(other) === canonicalJson(value)))) {
      return wanted as JsonValue;
    }
    const isPairwise = wanted.length === there.length && wanted.every((value, index) => isJsonObject(value) && isJsonObject(there[index]));
    if (!isPairwise) return this.whole(wanted as JsonValue, there as JsonValue, path);
    return wanted.map((value, index) => (
      this.value(value, there[index] as JsonValue, [...path, { item: { index: String(index) } }], node?.items))) as JsonValue;
  }

  private items(
    wanted: readonly JsonObject[], there: readonly JsonObject[], path: FieldPath,
    { keys, node }: { readonly keys: readonly string[]; readonly node: SchemaNode | undefined },
  ): JsonValue {
    return wanted.flatMap((item) => {
      const step: FieldPath[number] = { item: Object.fromEntries(keys.map((key) => [key, String(item[key] as string)])) };
      const found = there.find((other) => keys.every((key) => canonicalJson(other[key] ?? null) === canonicalJson(item[key] ?? null)));
      if (found !== undefined) return [this.map(item, found, [...path, step], node)];
      this.edits.push({ path: [...path, step], type: 'missing' });
      return [];
    });
  }
}

function childOf(node: SchemaNode | undefined, key: string): SchemaNode | undefined {
  const { properties, additional } = node ?? {};
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return typeof additional === 'object' ? additional : undefined;
}

/** By the schema: lists of kinds without one are taken and replaced as a whole. Undefined: they name no item, or several. */
function keysOf(wanted: readonly JsonValue[], there: readonly JsonValue[], node: SchemaNode | undefined): readonly string[] | undefined {
  const keys = node?.listMapKeys;
  if (keys === undefined || wanted.length === 0) return undefined;
  return namesEach(wanted, keys) && namesEach(there, keys) ? keys : undefined;
}

function namesEach(items: readonly JsonValue[], keys: readonly string[]): boolean {
  const names = new Set<string>();
  for (const item of items) {
    if (!isJsonObject(item) || keys.every((key) => item[key] === undefined)) return false;
    names.add(canonicalJson(keys.map((key) => item[key] ?? null)));
  }
  return names.size === items.length;
}

function isNothing(value: JsonValue): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (typeof value !== 'object') return false;
  return Object.values(value).every((member) => isNothing(member as JsonValue));
}
