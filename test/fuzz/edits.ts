/** What others do to an object of ours between two looks: each edit is one request, made from a seed and the live object. */
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '../../lib/api';
import type { FuzzKind } from './kinds';
import { mutate, placesOf, valueAt, type Path } from './mutate';
import type { Random } from './random';

export const OURS = 'boxcutter';

export interface EditRequest {
  readonly what: string;
  readonly method: 'PATCH' | 'PUT';
  readonly subresource?: 'status' | 'scale';
  readonly contentType: string;
  readonly manager: string;
  readonly force?: boolean;
  readonly body: JsonValue;
}

export interface EditContext {
  readonly kind: FuzzKind;
  readonly desired: JsonObject;
  readonly live: KubeObject;
  /** The object as it was earlier in its life, oldest first. */
  readonly earlier: readonly KubeObject[];
}

const MERGE = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
const APPLY = 'application/apply-patch+yaml';

type Edit = (random: Random, context: EditContext) => EditRequest | undefined;

const EDITS: readonly (readonly [weight: number, edit: Edit])[] = [
  [3, applySame],
  [4, applyOther],
  [4, mergePatch],
  [3, jsonPatch],
  [4, put],
  [1, clearManagedFields],
  [1, restoreOld],
  [2, status],
  [2, scale],
  [2, label],
  [2, underOurName],
  [2, anotherOfOurs],
];

export function editOf(random: Random, context: EditContext): EditRequest | undefined {
  return random.weighted(EDITS)(random, context);
}

const foreign = (random: Random): string => random.pick(['kubectl', 'helm', 'kube-controller-manager']);

/** Identity and a part of the content. */
function partOf(random: Random, { desired, live }: EditContext): JsonObject {
  const { apiVersion, kind, metadata, status: _status, ...content } = desired;
  const { name, namespace, labels } = metadata as JsonObject;
  const identity = { name: name as string, ...(namespace === undefined ? {} : { namespace }) };
  const part = Object.fromEntries(random.some(Object.entries(content), 0.8));
  const withLabels = labels !== undefined && random.chance(0.3) ? { labels } : {};
  const object = { apiVersion: apiVersion as string, kind: kind as string, metadata: { ...identity, ...withLabels }, ...part };
  // Thinned out: whole branches at random, so that what two managers set overlaps in any way.
  const branches = random.some(placesOf(object), 0.1).reverse().filter((path) => valueAt(live as JsonObject, path) !== undefined);
  return branches.reduce<JsonObject>(without, object);
}

function without(object: JsonObject, path: Path): JsonObject {
  if (path.some((key) => typeof key === 'number')) return object;
  const copy = structuredClone(object) as Record<string, JsonValue>;
  const parent = valueAt(copy, path.slice(0, -1));
  if (isJsonObject(parent)) delete (parent as Record<string, JsonValue>)[String(path.at(-1))];
  return copy;
}

function applySame(random: Random, context: EditContext): EditRequest {
  const force = random.chance(0.5);
  return { what: `applies a part with our values${force ? ', by force' : ''}`, method: 'PATCH', contentType: APPLY, manager: foreign(random), force, body: partOf(random, context) };
}

function applyOther(random: Random, context: EditContext): EditRequest {
  const force = random.chance(0.85);
  let body = partOf(random, context);
  for (let times = random.between(1, 2); times > 0; times--) body = mutate(random, body);
  return { what: `applies other values${force ? ' by force' : ''}`, method: 'PATCH', contentType: APPLY, manager: foreign(random), force, body };
}

/** A change as a merge patch: what differs at the top of the changed path. */
function mergePatch(random: Random, { live }: EditContext): EditRequest {
  const changed = mutate(random, live as JsonObject);
  return { what: 'merges', method: 'PATCH', contentType: MERGE, manager: foreign(random), body: mergeBetween(live as JsonObject, changed) };
}

function mergeBetween(from: JsonObject, to: JsonObject): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [before, after] = [from[key], to[key]];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    members.push([key, after === undefined ? null : isJsonObject(before) && isJsonObject(after) ? mergeBetween(before, after) : after]);
  }
  return Object.fromEntries(members);
}

function jsonPatch(random: Random, { live }: EditContext): EditRequest | undefined {
  const places = placesOf(live as JsonObject);
  if (places.length === 0) return undefined;
  const path = random.pick(places);
  const pointer = `/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
  const changed = valueAt(mutate(random, { spec: { value: valueAt(live as JsonObject, path) as JsonValue } }), ['spec', 'value']);
  const operation = random.chance(0.3) || changed === undefined ? { op: 'remove', path: pointer } : { op: random.pick(['replace', 'add']), path: pointer, value: changed };
  return { what: `patches ${pointer}`, method: 'PATCH', contentType: JSON_PATCH, manager: foreign(random), body: [operation] };
}

function put(random: Random, { live }: EditContext): EditRequest {
  let body = live as JsonObject;
  for (let times = random.between(0, 3); times > 0; times--) body = mutate(random, body);
  const keeps = random.chance(0.5);
  const { managedFields: _fields, ...metadata } = body['metadata'] as JsonObject;
  return { what: 'replaces', method: 'PUT', contentType: 'application/json', manager: foreign(random), body: keeps ? body : { ...body, metadata } };
}

function clearManagedFields(random: Random, { live }: EditContext): EditRequest {
  const body = [{ op: 'replace', path: '/metadata/managedFields', value: random.pick<JsonValue>([[{}], []]) }, { op: 'test', path: '/metadata/uid', value: live.metadata.uid ?? '' }];
  return { what: 'clears the managed fields', method: 'PATCH', contentType: JSON_PATCH, manager: foreign(random), body };
}

/** An exported object comes back, with or without the managed fields of its time. */
function restoreOld(random: Random, { live, earlier }: EditContext): EditRequest | undefined {
  if (earlier.length === 0) return undefined;
  const old = random.pick(earlier);
  const { managedFields, ...metadata } = old.metadata;
  const kept = { ...metadata, ...(random.chance(0.6) ? { managedFields } : {}), resourceVersion: live.metadata.resourceVersion };
  return { what: 'restores an earlier state', method: 'PUT', contentType: 'application/json', manager: foreign(random), body: { ...old, metadata: kept } as unknown as JsonObject };
}

function status(random: Random, { kind, live }: EditContext): EditRequest | undefined {
  if (kind.subresources?.includes('status') !== true) return undefined;
  const content = kind.apiVersion.includes('example.com') ? { status: { phase: random.pick(['', 'Ready']), replicas: random.between(0, 3) } } : {};
  const labels = random.chance(0.4) ? { metadata: { labels: { seen: random.pick(['yes', 'no']) } } } : {};
  const spec = random.chance(0.3) ? { spec: mutate(random, { spec: live['spec'] as JsonValue })['spec'] ?? null } : {};
  return { what: 'writes the status', method: 'PATCH', subresource: 'status', contentType: MERGE, manager: random.pick([OURS, 'controller']), body: { ...content, ...labels, ...spec } };
}

function scale(random: Random, { kind, live }: EditContext): EditRequest | undefined {
  if (kind.subresources?.includes('scale') !== true) return undefined;
  const replicas = kind.apiVersion.startsWith('apps/') ? ((live['spec'] as JsonObject)['paused'] === true ? random.between(0, 2) : 0) : random.between(0, 5);
  return { what: `scales to ${replicas}`, method: 'PATCH', subresource: 'scale', contentType: MERGE, manager: 'autoscaler', body: { spec: { replicas } } };
}

function label(random: Random, { live }: EditContext): EditRequest {
  const where = random.pick(['labels', 'annotations']);
  const known = Object.keys(live.metadata[where] ?? {});
  const key = random.pick(['theirs', 'example.com/theirs', ...known]);
  return { what: `sets one of the ${where}`, method: 'PATCH', contentType: MERGE, manager: foreign(random), body: { metadata: { [where]: { [key]: random.pick(['a', '', null]) } } } };
}

/** Update under our own name: another entry than the one of our applies. */
function underOurName(random: Random, context: EditContext): EditRequest | undefined {
  const edit = random.pick([mergePatch, jsonPatch, put])(random, context);
  return edit === undefined ? undefined : { ...edit, what: `${edit.what} under our name`, manager: OURS };
}

/** Another process of ours, with other content: what the record says is out of date afterwards. */
function anotherOfOurs(random: Random, { desired }: EditContext): EditRequest {
  return { what: 'applies other content as we', method: 'PATCH', contentType: APPLY, manager: OURS, force: true, body: random.chance(0.3) ? desired : mutate(random, desired) };
}
