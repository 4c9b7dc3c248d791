/**
 * The one error type of the project. An error carries a stable `code` to match on, a `category` that decides the
 * exit code of the command, and the data it speaks about. Messages are whole sentences; what to do next is the `hint`.
 * Names and words of others stand in both, so control characters in them are spelled out: whatever prints an error prints plain text.
 */
import { plain } from './plain-text';

/** What kind of trouble it is; the command maps each to one exit code (see docs/errors.md). */
export type ErrorCategory =
  | 'server' // connection, permission, a fault of the API server or of this machine
  | 'input' // something the user gave is wrong
  | 'incomplete' // not complete in time, or paused
  | 'collision' // an object is not ours to touch, or a kind is not served
  | 'locked' // another run holds the extension
  | 'data-loss' // the guard refused to delete data
  | 'interrupted';

/** How a hint names what the caller can do: a program by the names of the library, the command by its flags and subcommands. */
export interface HintWords {
  /** An option, and what to give it: `stateNamespace: 'shop'`, or `--state-namespace shop`. `true` says that it is set. */
  option(name: string, value?: string | number | true): string;
  /** An operation: `recoverExtension`, or `boxcutter recover web -n shop` with the namespace of the state. */
  operation(name: HintOperation, extension?: string, stateNamespace?: string): string;
  /** Where the data of the error is: `details.upgrades`, or `the same command with -o json`. */
  details(member: string): string;
}

/** Operations that hints send the caller to. */
export type HintOperation =
  | 'applyRevision' | 'checkCrdUpgrades' | 'deleteExtension' | 'planRevision' | 'recoverExtension' | 'requiredPermissions';

/** A sentence or two; a function where it names options or operations. */
export type HintText = string | ((words: HintWords) => string);

/** The words of a program that uses the library. */
export const LIBRARY_WORDS: HintWords = {
  option: (name, value) => `\`${name}${value === undefined ? '' : `: ${typeof value === 'string' ? `'${value}'` : String(value)}`}\``,
  operation: (name) => `\`${name}\``,
  details: (member) => `\`details.${member}\``,
};

export function hintText(hint: HintText, words: HintWords = LIBRARY_WORDS): string {
  return typeof hint === 'string' ? hint : hint(words);
}

export interface BoxcutterErrorOptions {
  /** What to do next. */
  readonly hint?: HintText | undefined;
  /** Data for programs: plain JSON, never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const marker = Symbol.for('cdk8s-boxcutter.error');

export class BoxcutterError extends Error {
  readonly code: string;
  readonly category: ErrorCategory;
  /** What to do next, for a program that uses the library. */
  declare readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly #hint: HintText | undefined;

  constructor(code: string, category: ErrorCategory, text: string, options: BoxcutterErrorOptions = {}) {
    const message = plain(text);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BoxcutterError';
    this.code = code;
    this.category = category;
    this.details = options.details ?? {};
    this.#hint = options.hint;
    const hint = this.hintIn(LIBRARY_WORDS);
    // Node, jest and most others print the stack of an error: the hint has to be in it, and not once more as a property.
    Object.defineProperty(this, 'hint', { value: hint, configurable: true, writable: true });
    if (hint !== undefined) this.stack = withHint(this.stack, message, hint);
    Object.defineProperty(this, marker, { value: true });
  }

  /** The hint in other words than those of the library. */
  hintIn(words: HintWords): string | undefined {
    return this.#hint === undefined ? undefined : plain(hintText(this.#hint, words));
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
