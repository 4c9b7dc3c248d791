/**
 * JSON out of the Secrets of the state. Tenants may write them, and lists and keepers read those of all namespaces: what one Secret can
 * cost is bounded twice, since a value such as `{}` takes twenty times the memory of its text.
 */
import { gunzipSync } from 'node:zlib';
import type { ObjectRef } from '../../api';
import { BoxcutterError } from '../../errors';

export interface InflatedBounds {
  /** Of the JSON text. */
  readonly bytes: number;
  /** Objects, lists, texts, numbers in it, at any depth; names of fields are none. */
  readonly values: number;
}

/** The record of 10,000 objects, before and after an upgrade, is 200,000 values. */
export const HEAD_BOUNDS: InflatedBounds = { bytes: 16 * 1024 * 1024, values: 500_000 };

/** Bytes. */
const MIN_CHUNK = 16 * 1024;
/** Text of Kubernetes becomes fifteen times smaller at most; memory is not taken for what only claims more. */
const MAX_RATIO = 20;

/** Objects of Kubernetes have a value in some twenty bytes. */
export const CONTENT_BOUNDS: InflatedBounds = { bytes: 64 * 1024 * 1024, values: 8_000_000 };

/**
 * JSON out of a gzipped value.
 * @throws BoxcutterError `state-unreadable` (server), also for what is beyond the bounds
 */
export function inflate<T>(data: Buffer, ref: ObjectRef, bounds: InflatedBounds): T {
  try {
    return jsonOfGzip<T>(data, bounds);
  } catch (cause) {
    throw unreadable(ref, cause);
  }
}

/** @throws Error what is wrong with it, also for what is beyond the bounds */
export function jsonOfGzip<T>(data: Buffer, { bytes, values }: InflatedBounds): T {
  return jsonWithin<T>(gunzipSync(data, { maxOutputLength: bytes, chunkSize: chunkFor(data, bytes) }), values);
}

/** @throws Error what is wrong with it, also for more values than that */
export function jsonWithin<T>(json: Buffer, values: number): T {
  if (!hasAtMost(values, json)) throw new Error(`It holds more than ${values} values.`);
  return JSON.parse(json.toString('utf8')) as T;
}

/** The size that the value says its text has, in its last four bytes (RFC 1952): memory for all of it at once. It need not be true. */
function chunkFor(data: Buffer, limit: number): number {
  const said = data.length < 4 ? 0 : data.readUInt32LE(data.length - 4);
  return Math.min(Math.max(said + 1, MIN_CHUNK), data.length * MAX_RATIO + MIN_CHUNK, limit);
}

export function unreadable(ref: ObjectRef, cause?: unknown): BoxcutterError {
  return new BoxcutterError(
    'state-unreadable',
    'server',
    `Secret ${ref.namespace ?? ''}/${ref.name} does not hold readable state of an extension.`,
    {
      hint: ({ operation }) =>
        'Another client changed it. If the objects still run, delete this Secret and run: '
        + `${operation('recoverExtension', undefined, ref.namespace)}.`,
      cause,
    },
  );
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/** Every value follows a comma or an opening bracket, or is the first: counted without building any, what is empty twice. */
function hasAtMost(values: number, json: Buffer): boolean {
  let found = 1;
  for (let at = 0; at < json.length && found <= values; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) found += 1;
  }
  return found <= values;
}

/** Where the text that begins here ends: at its closing quote. */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
