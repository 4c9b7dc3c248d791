/** From the bytes of a document to its value. */
import { type JsonObject, isJsonObject, type JsonValue } from '../../../api';
import type { Issue, Origin } from '../../../issue';
import { decodeUtf8, isHarmless, type LargeYamlInteger, parseDocuments, type ParseOptions } from '../../../yaml';
import type { BlobPlace } from '../../model/blob';
import { catalogIssue, kindOf } from '../issues';
import { type ExactJson, type ExactObject, LargeInteger, mayHoldLargeIntegers, type JsonMistake, readJson } from './json-reader';
import { CATALOG_LIMITS } from '../limits';
import type { Fault, RawDocument } from './raw-document';

export type Decoded =
  | {
    readonly value: JsonObject;
    /** With the line of its first key. */
    readonly place: BlobPlace;
    /** The same, with all digits of integers beyond 2^53; the very same object where there are none. */
    readonly exact: () => ExactObject;
  }
  | { readonly issues: readonly Issue[] };

export function decode(raw: RawDocument, options: ParseOptions = {}): Decoded {
  if ('fault' in raw) return { issues: [faultIssue(raw.fault, raw.place)] };
  const text = decodeUtf8(raw.bytes);
  if (text === undefined) return { issues: [catalogIssue('catalog-encoding', {}, { origin: originOf(raw.place) })] };
  if (raw.form === 'json') return fromJson(text, raw.place);
  // JSON between the separators of YAML: the engine reads it many times faster.
  const json = /^\s*\{\s*"/.test(text) ? parsed(text) : undefined;
  return json === undefined ? fromYaml(text, raw.place, options) : object(json, raw.place, () => exactJsonOf(text));
}

/** Where a blob is, for issues. */
export function originOf({ file, line, document }: Pick<BlobPlace, 'file' | 'line' | 'document'>): Origin {
  return { source: file, line, document };
}

function fromJson(text: string, place: BlobPlace): Decoded {
  const value = parsed(text);
  if (value !== undefined) return object(value, place, () => exactJsonOf(text));
  const read = readJson(text);
  if ('mistake' in read) return { issues: [mistakeIssue(read.mistake, text, place)] };
  return object(JSON.parse(text) as JsonValue, place, () => exactJsonOf(text));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function mistakeIssue({ problem, at }: JsonMistake, text: string, place: BlobPlace): Issue {
  const before = text.slice(0, at).split('\n');
  const origin = { ...originOf(place), line: place.line + before.length - 1 };
  return catalogIssue('catalog-syntax', { problem, column: (before.at(-1)?.length ?? 0) + 1 }, { origin });
}

function fromYaml(text: string, place: BlobPlace, options: ParseOptions): Decoded {
  const { documents, issues, integers } = parseDocuments(text, place.file, options);
  // The parser counts from the beginning of this document.
  const base = place.line - (text.startsWith('\n') ? 2 : 1);
  const mistakes = issues.filter((issue) => issue.code !== 'yaml-integer' && !isHarmless(issue)).map((issue): Issue => {
    const line = base + (issue.origin?.line ?? 1);
    return { ...issue, origin: { ...originOf(place), line } };
  });
  if (mistakes.length > 0) {
    const isMeant = /\.(?:ya?ml|json)$/i.test(place.file);
    return { issues: isMeant ? mistakes : [catalogIssue('catalog-other-file', {}, { origin: mistakes[0]?.origin })] };
  }
  const [only] = documents;
  const value = only?.value ?? null;
  return object(value, { ...place, line: base + (only?.line ?? 1) }, () => withDigits(value, integers));
}

/** Undefined: no integer is too large. */
function exactJsonOf(text: string): ExactJson | undefined {
  const read = mayHoldLargeIntegers(text) ? readJson(text) : undefined;
  return read !== undefined && 'value' in read ? read.value : undefined;
}

/** A copy in which the integers have their digits; only where one was read that is the double next to it. */
export function withDigits(value: JsonValue, integers: readonly LargeYamlInteger[]): ExactJson | undefined {
  if (integers.length === 0) return undefined;
  const copy = structuredClone(value) as JsonValue;
  for (const { path, digits } of integers) {
    const last = path.at(-1);
    const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], copy);
    if (last === undefined || typeof holder !== 'object' || holder === null) continue;
    const members = holder as Record<string, unknown>;
    if (members[last] === Number(digits)) members[last] = new LargeInteger(digits);
  }
  return copy;
}

function object(value: JsonValue, place: BlobPlace, exact: () => ExactJson | undefined): Decoded {
  if (isJsonObject(value)) return { value, place, exact: () => (exact() ?? value) as ExactObject };
  return { issues: [catalogIssue('catalog-not-an-object', { found: kindOf(value) }, { origin: originOf(place) })] };
}

function faultIssue(fault: Fault, place: BlobPlace): Issue {
  const origin = originOf(place);
  const file = { source: place.file };
  const mebibytes = CATALOG_LIMITS.document / 1024 / 1024;
  switch (fault) {
    case 'sqlite': return catalogIssue('catalog-sqlite', {}, { origin: file });
    case 'binary': return catalogIssue('catalog-binary', {}, { origin: file });
    case 'gzip': case 'zip': case 'utf-16': return catalogIssue('catalog-binary', { looksLike: fault }, { origin: file });
    case 'cut': return catalogIssue('catalog-cut', {}, { origin });
    case 'stray': return catalogIssue('catalog-syntax', { problem: 'stray', column: 1 }, { origin });
    case 'too-large': return catalogIssue('catalog-document-too-large', { mebibytes }, { origin });
    case 'too-deep': return catalogIssue('catalog-too-deep', { depth: CATALOG_LIMITS.depth }, { origin });
  }
}
