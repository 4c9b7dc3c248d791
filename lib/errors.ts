/**
 * The one error type of the project. An error carries a stable `code` to match on, a `category` that decides the
 * exit code of the command, and the data it speaks about. Messages are whole sentences; what to do next is the `hint`.
 */

/** What kind of trouble it is; the command maps each to one exit code (see docs/errors.md). */
export type ErrorCategory =
  | 'server' // connection, permission, a fault of the API server or of this machine
  | 'input' // something the user gave is wrong
  | 'incomplete' // not complete in time, or paused
  | 'collision' // an object is not ours to touch, or a kind is not served
  | 'locked' // another run holds the extension
  | 'data-loss' // the guard refused to delete data
  | 'interrupted';

export interface BoxcutterErrorOptions {
  /** What to do next, as a sentence. */
  readonly hint?: string;
  /** Data for programs: plain JSON, never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const marker = Symbol.for('cdk8s-boxcutter.error');

export class BoxcutterError extends Error {
  readonly code: string;
  readonly category: ErrorCategory;
  declare readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, category: ErrorCategory, message: string, options: BoxcutterErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BoxcutterError';
    this.code = code;
    this.category = category;
    this.details = options.details ?? {};
    // Whoever prints an error, Node, jest and most others, prints its stack: the hint has to be in it, and not once more as a property.
    Object.defineProperty(this, 'hint', { value: options.hint, configurable: true, writable: true });
    if (options.hint !== undefined) this.stack = withHint(this.stack, message, options.hint);
    Object.defineProperty(this, marker, { value: true });
  }
}

function withHint(stack: string | undefined, message: string, hint: string): string {
  const end = (stack?.indexOf(message) ?? -1) + message.length;
  return stack === undefined || end < message.length ? `${message}\n${hint}` : `${stack.slice(0, end)}\n${hint}${stack.slice(end)}`;
}

/** True for errors of this project, also those of another copy of the package or of another realm. */
export function isBoxcutterError(error: unknown): error is BoxcutterError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
