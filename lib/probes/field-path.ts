/** Paths to a field of an object: names with dots between them, as in `status.readyReplicas`. Other keys, and items of lists, are for CEL. */
import { matches, rules, type Schema, string } from '../api/schema';

export interface FieldPath {
  /** With a leading dot: what messages show. */
  readonly text: string;
  readonly segments: readonly string[];
}

/** The rule of upstream's API, to the letter. */
export const fieldPathRule = matches(
  '^[a-zA-Z0-9]+(?:\\.[a-zA-Z0-9]+)*$',
  'must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters separated by the "." character.',
);

/** A field path in the CRD. */
export function fieldPathSchema(description: string): Schema {
  return string(description, { minLength: 1, maxLength: 200, ...rules(fieldPathRule) });
}

/** As our API takes it. Authors may begin and end it with a dot. */
export function wireFieldPath(path: string): string {
  return path.replace(/^\./, '').replace(/\.$/, '');
}

/** @param path in the form of our API */
export function parseFieldPath(path: string): FieldPath {
  return { text: `.${path}`, segments: path.split('.') };
}

/** The value at a path, or undefined when some part of it does not exist. Null is a value. */
export function valueAt(object: unknown, path: FieldPath): unknown {
  let value: unknown = object;
  for (const segment of path.segments) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    // Only what the object itself carries: `constructor` is no field.
    if (!Object.hasOwn(value, segment)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return value;
}
