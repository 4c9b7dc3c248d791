/**
 * Paths to a field of an object: names with dots between them, other keys quoted in brackets, and indexes of items:
 * `status.readyReplicas`, `metadata.annotations["example.com/ready"]`, `spec.containers[0].image`.
 */
import { matches, rules, type Schema, string } from '../api/schema';

export interface FieldPath {
  /** With a leading dot and double quotes: what messages show. */
  readonly text: string;
  /** Keys of objects, and indexes of lists as numbers. */
  readonly segments: readonly (string | number)[];
}

const NAME = '[a-zA-Z0-9_/-]+';
const INDEX = '\\[[0-9]{1,9}\\]';
/** A backslash stands before a quote or a backslash that belongs to the key. Written so that RE2 and JavaScript read it alike. */
const quoted = (quote: string): string => `\\[${quote}(?:[^${quote}\\\\]|\\\\["'\\\\])*${quote}\\]`;
const BRACKET = `${INDEX}|${quoted('"')}|${quoted("'")}`;

/** OLM's API takes letters and digits with dots between them; the rest is ours. */
export const fieldPathRule = matches(
  `^(?:${NAME}|${BRACKET})(?:\\.${NAME}|${BRACKET})*$`,
  'must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters, "_", "/" or "-", separated by ' +
    'the "." character. other keys are quoted in brackets, as in metadata.annotations["example.com/ready"], and items of lists are ' +
    'named by index, as in spec.containers[0]',
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
  const segments = (path.match(new RegExp(`${NAME}|${BRACKET}`, 'g')) ?? []).map(segmentOf);
  return { text: segments.map(segmentText).join(''), segments };
}

/** The value at a path, or undefined when some part of it does not exist. Null is a value. */
export function valueAt(object: unknown, path: FieldPath): unknown {
  let value: unknown = object;
  for (const segment of path.segments) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== (typeof segment === 'number')) return undefined;
    // Only what the object itself carries: `constructor` is no field.
    if (!Object.hasOwn(value, segment)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[segment];
  }
  return value;
}

function segmentOf(token: string): string | number {
  if (!token.startsWith('[')) return token;
  const inner = token.slice(1, -1);
  return /^[0-9]/.test(inner) ? Number(inner) : inner.slice(1, -1).replace(/\\(.)/g, '$1');
}

function segmentText(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return new RegExp(`^${NAME}$`).test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}
