/**
 * Paths to a field of an object: dotted keys, `["keys.with.dots"]` and list indexes, as in `spec.containers[0].image`.
 * A leading or trailing dot may be there or not.
 */
export interface FieldPath {
  /** Canonical text, with a leading dot: what messages show. */
  readonly text: string;
  readonly segments: readonly (string | number)[];
}

const PLAIN_KEY = /[^.[\]"'\s]+/y;
const INDEX = /\[(\d{1,9})\]/y;
const QUOTED_KEY = /\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/y;

/** @throws SyntaxError that says where the path is wrong. */
export function parseFieldPath(source: string): FieldPath {
  const text = source.replace(/^\./, '').replace(/\.$/, '');
  if (text === '') throw new SyntaxError('the path is empty');
  const segments: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    const { segment, end } = bracketAt(text, at) ?? keyAt(text, at, segments.length > 0);
    segments.push(segment);
    at = end;
  }
  return { text: segments.map(segmentText).join(''), segments };
}

/** The value at a path, or undefined when some part of it does not exist. Null is a value. */
export function valueAt(object: unknown, path: FieldPath): unknown {
  let value: unknown = object;
  for (const segment of path.segments) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) !== (typeof segment === 'number')) return undefined;
    // Only what the object itself carries: `constructor` is no field.
    if (!Object.hasOwn(value, segment)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[segment];
  }
  return value;
}

interface Step {
  readonly segment: string | number;
  readonly end: number;
}

function bracketAt(text: string, at: number): Step | undefined {
  if (text[at] !== '[') return undefined;
  INDEX.lastIndex = at;
  const index = INDEX.exec(text)?.[1];
  if (index !== undefined) return { segment: Number(index), end: INDEX.lastIndex };
  QUOTED_KEY.lastIndex = at;
  const quoted = QUOTED_KEY.exec(text);
  const key = quoted?.[1] ?? quoted?.[2];
  if (key === undefined) throw new SyntaxError(`expected a list index or a quoted key in brackets at character ${at + 1}`);
  return { segment: key.replace(/\\(.)/g, '$1'), end: QUOTED_KEY.lastIndex };
}

function keyAt(text: string, at: number, dotted: boolean): Step {
  const start = dotted && text[at] === '.' ? at + 1 : at;
  PLAIN_KEY.lastIndex = start;
  const key = start === at && dotted ? undefined : PLAIN_KEY.exec(text)?.[0];
  if (key === undefined) throw new SyntaxError(`expected a field name at character ${start + 1}`);
  return { segment: key, end: PLAIN_KEY.lastIndex };
}

function segmentText(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return /^[^.[\]"'\s]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}
