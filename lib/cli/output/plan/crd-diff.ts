/**
 * Changes of a CustomResourceDefinition, short: places in its schemas as users of the kind write them, what is new by its type, and
 * changed descriptions only counted. Pure.
 */
import { isJsonObject, type JsonValue } from '../../../api';
import type { FieldChange } from '../../../runtime';
import { diffLines, type DiffLine } from './diff';
import { counted } from '../terminal/table';

const IN_SCHEMA = /^spec\.versions\[name=([^\]]+)\]\.schema\.openAPIV3Schema\.(.*)$/;

export function crdLines(changes: readonly FieldChange[]): readonly DiffLine[] {
  const isWord = ({ path }: FieldChange): boolean => IN_SCHEMA.test(path) && /(?:^|\.)description$/.test(path);
  const words = changes.filter(isWord).length;
  const count = `and ${counted(words, 'description')} in the schema`;
  const more: readonly DiffLine[] = words === 0 ? [] : [{ sign: ' ', text: count, nested: false }];
  return [...changes.filter((change) => !isWord(change)).flatMap(linesOfChange), ...more];
}

function linesOfChange(change: FieldChange): readonly DiffLine[] {
  const [, version, place] = IN_SCHEMA.exec(change.path) ?? [];
  if (version === undefined || place === undefined) return diffLines(change);
  // `properties` and `items` are how a schema is built, not what users of the kind write.
  const written = place
    .replace(/(^|\.)properties\./g, '$1')
    .replace(/\.items(?=\.|$)/g, '[]')
    .replace(/\.additionalProperties(?=\.|$)/g, '[*]');
  const path = `${version}: ${written}`;
  const { before, after } = change;
  if (before === undefined && isSchema(after)) return [{ sign: '+', text: `${path} (${typeOf(after)})`, nested: false }];
  if (after === undefined && isSchema(before)) return [{ sign: '-', text: `${path} (${typeOf(before)})`, nested: false }];
  return diffLines({ ...change, path });
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
