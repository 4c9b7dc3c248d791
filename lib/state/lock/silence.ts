/**
 * How long the data of a head has not been written, judged without the clock of the lock's holder and without that of the reader. The API
 * server stamps each write of a field in the managed fields, and says the time in every answer: the difference is of one clock. From the
 * read on, the reader's monotonic clock counts on: a run that takes a lock writes over exactly the state that was read, so nothing came
 * between.
 */
import { isJsonObject, type KubeObject } from '../../api';

/** What was known of a head at the moment when it was read, or came with a stream. */
export interface Observation {
  /** By the server's clock: since when, in milliseconds before, its data was not written. Absent: the server's answers do not tell. */
  readonly silentMs?: number;
  /** The reader's monotonic clock (`performance.now()`) at that moment. */
  readonly at: number;
}

/** @param serverTime of the API server when it was read, milliseconds since the epoch */
export function observationOf(secret: KubeObject, serverTime: number | undefined, at: number = performance.now()): Observation {
  const written = writtenAt(secret);
  if (written === undefined || serverTime === undefined) return { at };
  return { at, silentMs: Math.max(0, serverTime - written) };
}

/** Stamps are whole seconds, cut off: the write was later by less than that. */
const STAMP_MS = 1000;

/** When, at the latest, the server stored the data of the head; undefined: another client has removed the managed fields. */
function writtenAt({ metadata: { managedFields = [] } }: KubeObject): number | undefined {
  const times = managedFields.filter(({ fieldsV1 }) => ownsData(fieldsV1)).map(({ time = '' }) => Date.parse(time));
  const known = times.filter((time) => Number.isFinite(time));
  return known.length === 0 ? undefined : Math.max(...known) + STAMP_MS;
}

function ownsData(fields: unknown): boolean {
  return isJsonObject(fields) && isJsonObject(fields['f:data']) && 'f:head' in fields['f:data'];
}

/**
 * At least so long, in milliseconds, the head had not been written at the moment `at` of the reader's monotonic clock, if it is unchanged.
 */
export function silenceMs(observed: Observation | undefined, at: number = performance.now()): number {
  return observed === undefined ? 0 : (observed.silentMs ?? 0) + Math.max(0, at - observed.at);
}
