/**
 * What a controller says about its decisions: one line each, a sentence with its data beside it. Never a secret, never the content of an
 * object: names, numbers, reasons, messages.
 */

/** Data beside a sentence: plain JSON values, and under `err` an error. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  /** What only somebody needs who looks for a mistake: requests, turns without a decision. */
  debug(fields: LogFields, message: string): void;
  /** A decision: what was done, and why. */
  info(fields: LogFields, message: string): void;
  /** Something failed that is tried again. */
  warn(fields: LogFields, message: string): void;
  /** Something failed that a person has to look at. */
  error(fields: LogFields, message: string): void;
  /** The same log with these fields on every line. */
  child(fields: LogFields): Log;
}

/** Says nothing. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};
