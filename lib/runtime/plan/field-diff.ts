/**
 * What a write would change in an object: the object as it is beside what the server would store. Both are in the server's own form, so a
 * default is no change. Pure.
 */
import {
  ANNOTATION_OWNERS,
  ANNOTATION_REVISION,
  GROUP,
  isJsonObject,
  LABEL_OWNER_KIND,
  LABEL_OWNER_NAME,
  type FieldSet,
  type JsonValue,
  type KubeObject,
} from '../../api';
import { defined } from '../../defined';
import { jsonEqual } from '../../engine';
import type { FieldChange } from './field-change';
import { itemText, keysOfItem, type FieldPath } from './field-path';
import { below, belowItems, fieldSetOf, topologyOf } from './field-sets';
import { isSecretObject, maskChange } from './mask';

export interface ObjectComparison {
  readonly changes: readonly FieldChange[];
  /** Something would be written that is none of the author's fields: our marks on the object, or who holds which field. */
  readonly bookkeeping: boolean;
}

/** Marks that only we read. */
const BOOKKEEPING_ANNOTATIONS: ReadonlySet<string> = new Set([ANNOTATION_OWNERS, ANNOTATION_REVISION, `${GROUP}/nudged`]);
const BOOKKEEPING_LABELS: ReadonlySet<string> = new Set([LABEL_OWNER_KIND, LABEL_OWNER_NAME]);

/** What the server writes on its own with each write. */
const SERVER_METADATA: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
]);

/** The fields that a write would change, secrets masked. */
export function compareObjects(live: KubeObject, wouldBe: KubeObject): ObjectComparison {
  const changes = fieldChanges(live, wouldBe);
  return { changes: isSecretObject(wouldBe) ? changes.map(maskChange) : changes, bookkeeping: changesBookkeeping(live, wouldBe) };
}

/** The fields that a write would change, with secrets in them: to be compared, never to be shown. */
export function fieldChanges(live: KubeObject, wouldBe: KubeObject): readonly FieldChange[] {
  const found: FieldChange[] = [];
  compareMaps(visible(live), visible(wouldBe), fieldSetOf(live, wouldBe), [], found);
  return found;
}

function changesBookkeeping(live: KubeObject, wouldBe: KubeObject): boolean {
  return !jsonEqual(bookkeepingOf(live), bookkeepingOf(wouldBe));
}

function bookkeepingOf({ metadata }: KubeObject): unknown {
  const pick = (values: Readonly<Record<string, string>> = {}, names: ReadonlySet<string>): Fields =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  const holders = (metadata.managedFields ?? [])
    .map(({ manager, operation, subresource, apiVersion, fieldsV1 }) => ({ manager, operation, subresource, apiVersion, fieldsV1 }))
    .filter(({ subresource }) => subresource === undefined || subresource === '');
  return [pick(metadata.annotations, BOOKKEEPING_ANNOTATIONS), pick(metadata.labels, BOOKKEEPING_LABELS), holders];
}

type Fields = Readonly<Record<string, unknown>>;

/** Without what the server, its controllers and we ourselves keep in it. */
function visible(object: KubeObject): Fields {
  const { apiVersion: _apiVersion, kind: _kind, status: _status, metadata, ...content } = object;
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !SERVER_METADATA.has(name)));
  const foreign = {
    ...without('labels', metadata.labels, BOOKKEEPING_LABELS),
    ...without('annotations', metadata.annotations, BOOKKEEPING_ANNOTATIONS),
  };
  return { ...content, metadata: { ...kept, ...foreign } };
}

function without(field: string, values: Readonly<Record<string, string>> = {}, names: ReadonlySet<string>): Fields {
  return { [field]: Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name))) };
}

function compareMaps(before: Fields, after: Fields, fields: FieldSet | undefined, path: FieldPath, found: FieldChange[]): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compareValues(before[name], after[name], below(fields, name), [...path, name], found);
  }
}

function compareValues(before: unknown, after: unknown, fields: FieldSet | undefined, path: FieldPath, found: FieldChange[]): void {
  if (jsonEqual(before, after)) return;
  if (isMapOrMissing(before) && isMapOrMissing(after) && (mustOpen(path) || (before !== undefined && after !== undefined))) {
    compareMaps(before ?? {}, after ?? {}, fields, path, found);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before as unknown[], after as unknown[], fields, path, found);
  } else {
    found.push(changeOf(path, before, after));
  }
}

function isMapOrMissing(value: unknown): value is Fields | undefined {
  return value === undefined || isJsonObject(value);
}

/** These are shown entry by entry also when they come or go as a whole: what each holds decides whether it may be shown. */
function mustOpen(path: FieldPath): boolean {
  const [first, second] = path;
  if (path.length === 1) return first === 'metadata' || first === 'data' || first === 'stringData' || first === 'binaryData';
  return path.length === 2 && first === 'metadata' && (second === 'labels' || second === 'annotations');
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  fields: FieldSet | undefined,
  path: FieldPath,
  found: FieldChange[],
): void {
  const topology = topologyOf(fields);
  // What is one value to the server may still be a list of named things to people: the versions of a definition, say.
  const keys = topology.type === 'keyed' ? topology.keys : ['name'];
  const [old, wanted] = [byName(before, keys), byName(after, keys)];
  if (topology.type !== 'set' && old !== undefined && wanted !== undefined) {
    compareItems(old, wanted, keys, fields, path, found);
    return;
  }
  if (topology.type === 'set') {
    const missing = (list: readonly unknown[], item: unknown): boolean => !list.some((other) => jsonEqual(other, item));
    const [gone, added] = [before.filter((item) => missing(after, item)), after.filter((item) => missing(before, item))];
    for (const item of gone) found.push(changeOf([...path, { item: {} }], item, undefined));
    for (const item of added) found.push(changeOf([...path, { item: {} }], undefined, item));
    if (gone.length + added.length > 0) return;
  }
  found.push(changeOf(path, before, after));
}

/** Undefined where an item lacks all of its keys or two share them: then the list is one value. */
function byName(list: readonly unknown[], keys: readonly string[]): ReadonlyMap<string, Fields> | undefined {
  const items = new Map<string, Fields>();
  for (const item of list) {
    if (!isJsonObject(item) || keys.every((key) => item[key] === undefined)) return undefined;
    items.set(itemText(keysOfItem(item, keys)), item);
  }
  return items.size === list.length ? items : undefined;
}

function compareItems(
  old: ReadonlyMap<string, Fields>,
  wanted: ReadonlyMap<string, Fields>,
  keys: readonly string[],
  fields: FieldSet | undefined,
  path: FieldPath,
  found: FieldChange[],
): void {
  const parts = belowItems(fields, keys);
  const at = (item: Fields): FieldPath => [...path, { item: keysOfItem(item, keys) }];
  for (const [name, item] of old) {
    const other = wanted.get(name);
    if (other === undefined) found.push(changeOf(at(item), item, undefined));
    else compareMaps(item, other, parts.get(name), at(item), found);
  }
  for (const [name, item] of wanted) if (!old.has(name)) found.push(changeOf(at(item), undefined, item));
  const [kept, keptNow] = [[...old.keys()].filter((name) => wanted.has(name)), [...wanted.keys()].filter((name) => old.has(name))];
  if (!jsonEqual(kept, keptNow)) found.push(changeOf([...path, { order: true }], kept, keptNow));
}

function changeOf(path: FieldPath, before: unknown, after: unknown): FieldChange {
  return { path, ...defined({ before: before as JsonValue | undefined, after: after as JsonValue | undefined }) };
}
