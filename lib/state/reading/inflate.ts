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

/** Objects of Kubernetes have a value in some twenty bytes. */
export const CONTENT_BOUNDS: InflatedBounds = { bytes: 64 * 1024 * 1024, values: 8_000_000 };

/**
 * JSON out of a gzipped, base64-coded value.
 * @throws BoxcutterError `state-unreadable` (server), also for what is beyond the bounds
 */
export function inflate<T>(data: string | undefined, ref: ObjectRef, { bytes, values }: InflatedBounds): T {
  try {
    const json = gunzipSync(Buffer.from(data ?? '', 'base64'), { maxOutputLength: bytes });
    if (!hasAtMost(values, json)) throw new Error(`It holds more than ${values} values.`);
    return JSON.parse(json.toString('utf8')) as T;
  } catch (cause) {
    throw unreadable(ref, cause);
  }
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
