/**
 * Changes of a CustomResourceDefinition, short: places in its schemas as users of the kind write them, what is new by its type, and
 * changed descriptions only counted. Pure.
 */
import { isJsonObject, type JsonValue } from '../../../api';
import { fieldPathText, memberText, type FieldChange, type FieldPath } from '../../../runtime';
import { diffLines, type DiffLine } from './diff';
import { counted } from '../terminal/table';

export function crdLines(changes: readonly FieldChange[]): readonly DiffLine[] {
  const placed = changes.map((change) => ({ change, place: placeInSchema(change.path) }));
  const words = placed.filter(({ place }) => place?.isDescription).length;
  const count = `and ${counted(words, 'description')} in the schema`;
  const more: readonly DiffLine[] = words === 0 ? [] : [{ sign: ' ', text: count, nested: false }];
  const others = placed.filter(({ place }) => place?.isDescription !== true);
  return [...others.flatMap(({ change, place }) => linesOfChange(change, place)), ...more];
}

/** A place in the schema of a version. */
interface SchemaPlace {
  /** `v1: spec.backends[].port.minimum`. */
  readonly text: string;
  /** It is what the schema says about a field to people. */
  readonly isDescription: boolean;
}

function placeInSchema(path: FieldPath): SchemaPlace | undefined {
  const [spec, versions, version, schema, root, ...place] = path;
  if (spec !== 'spec' || versions !== 'versions' || schema !== 'schema' || root !== 'openAPIV3Schema') return undefined;
  if (place.length === 0) return undefined;
  if (typeof version !== 'object' || !('item' in version) || version.item['name'] === undefined) return undefined;
  return { text: `${version.item['name']}: ${written(place)}`, isDescription: isKeyword(place, place.length - 1, 'description') };
}

/** As users of the kind write it: `properties`, `items` and `additionalProperties` are how a schema is built. */
function written(place: FieldPath): string {
  return place.reduce<string>((text, step, index) => {
    if (isKeyword(place, index, 'properties') && index < place.length - 1) return text;
    if (isKeyword(place, index, 'items')) return `${text}[]`;
    if (isKeyword(place, index, 'additionalProperties')) return `${text}[*]`;
    return typeof step === 'string' ? text + memberText(text, step) : text + fieldPathText([step]);
  }, '');
}

/** Whether the step is this word of schemas, and no field of this name. */
function isKeyword(place: FieldPath, index: number, word: string): boolean {
  return place[index] === word && !(index > 0 && isKeyword(place, index - 1, 'properties'));
}

function linesOfChange(change: FieldChange, place: SchemaPlace | undefined): readonly DiffLine[] {
  if (place === undefined) return diffLines(change);
  const path = place.text;
  const { before, after } = change;
  if (before === undefined && isSchema(after)) return [{ sign: '+', text: `${path} (${typeOf(after)})`, nested: false }];
  if (after === undefined && isSchema(before)) return [{ sign: '-', text: `${path} (${typeOf(before)})`, nested: false }];
  return diffLines(change, path);
}

interface Schema {
  readonly type?: JsonValue;
  readonly properties?: JsonValue;
  readonly items?: JsonValue;
}

function isSchema(value: JsonValue | undefined): value is Schema & { readonly [key: string]: JsonValue } {
  return isJsonObject(value) && ('type' in value || 'properties' in value || 'x-kubernetes-int-or-string' in value);
}

function typeOf({ type, properties, items }: Schema): string {
  const name = typeof type === 'string' ? type : 'any type';
  if (isJsonObject(properties)) return `${name}: ${Object.keys(properties).join(', ')}`;
  return isJsonObject(items) ? `list of ${typeOf(items as Schema)}` : name;
}
