/**
 * Fields of a blob as the Go programs read them that wrote it: names in any case, null as absent, unknown ones passed over. A value of
 * another type is an issue, and counts as absent.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { Issue, Segment } from '../../issue';
import type { BlobPlace } from '../model/blob';
import { originOf } from './documents/decode';
import { type CatalogLoadIssues, catalogIssue, kindOf } from './issues';

type FieldType = CatalogLoadIssues['catalog-field-type']['expected'];
type Path = readonly Segment[];

/** Which blob it is, for issues. */
export interface BlobName {
  readonly schema: string;
  readonly name?: string;
  readonly package?: string;
  readonly place: BlobPlace;
}

export class Fields {
  constructor(private readonly blob: BlobName, private readonly report: (issue: Issue) => void) {}

  /** Empty where it is absent. */
  text(object: JsonObject, name: string, path: Path): string {
    return this.optionalText(object, name, path) ?? '';
  }

  optionalText(object: JsonObject, name: string, path: Path): string | undefined {
    const value = member(object, name);
    if (typeof value === 'string') return value;
    return this.none(value, 'text', [...path, name]);
  }

  /** Texts of a list; others are issues. */
  texts(object: JsonObject, name: string, path: Path): readonly string[] {
    const texts: string[] = [];
    this.list(object, name, path).forEach((value, index) => {
      if (typeof value === 'string') texts.push(value);
      else if (value === null) texts.push('');
      else this.none(value, 'text', [...path, name, index]);
    });
    return texts;
  }

  /** Objects of a list with their paths; others are issues. */
  objects(object: JsonObject, name: string, path: Path): readonly (readonly [JsonObject, Path])[] {
    const objects: [JsonObject, Path][] = [];
    this.list(object, name, path).forEach((value, index) => {
      const place = [...path, name, index];
      if (isJsonObject(value)) objects.push([value, place]);
      else if (value === null) objects.push([{}, place]);
      else this.none(value, 'object', place);
    });
    return objects;
  }

  object(object: JsonObject, name: string, path: Path): JsonObject | undefined {
    const value = member(object, name);
    return isJsonObject(value) ? value : this.none(value, 'object', [...path, name]);
  }

  list(object: JsonObject, name: string, path: Path): readonly JsonValue[] {
    const value = member(object, name);
    if (Array.isArray(value)) return value as readonly JsonValue[];
    return this.none(value, 'list', [...path, name]) ?? [];
  }

  /** Bytes as base64; false, with an issue, where they are none. */
  isBase64(text: string, path: Path): boolean {
    if (isBase64(text)) return true;
    const { place, ...blob } = this.blob;
    this.report(catalogIssue('catalog-base64', blob, { path, origin: originOf(place) }));
    return false;
  }

  private none(value: JsonValue | undefined, expected: FieldType, path: Path): undefined {
    if (value === undefined || value === null) return;
    const { place, schema, name, package: packageName } = this.blob;
    const data = { schema, expected, found: kindOf(value), ...defined({ name, package: packageName }) };
    this.report(catalogIssue('catalog-field-type', data, { path, origin: originOf(place) }));
  }
}

/** A member by its name, in any case; as it is written wins. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(object, name)) return object[name];
  for (const key in object) if (key.length === name.length && folded(key) === folded(name)) return object[key];
  return undefined;
}

/** The same for names that Go takes for the same: some signs have more than two cases. */
export function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}

function isBase64(text: string): boolean {
  const plain = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, '') : text;
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}
