/**
 * Pausing an extension and resuming it: while it is paused, every run reports what it would do and writes nothing.
 */
import { defined } from '../../defined';
import { changeUnlocked, paused, resumed, type Head, type Pause } from '../../state';
import { requireHead } from './require-record';
import type { OperationOptions } from '../options';

export interface PauseOptions extends OperationOptions {
  /** Kept, and shown by whatever meets the pause. */
  readonly reason?: string;
  /** Break an expired lock. @default false */
  readonly breakLock?: boolean;
}

export interface PauseOutcome {
  readonly extension: string;
  /** The pause as it stands; absent: not paused. */
  readonly paused?: Pause;
  /** It was otherwise before. */
  readonly changed: boolean;
}

/**
 * Marks the extension as paused. Pausing it again changes at most the reason.
 * @throws BoxcutterError category `input` when there is no such extension, `locked` while another run has it locked, `interrupted` when
 *   `signal` fires while a lock is watched
 */
export function pauseExtension(extension: string, options: PauseOptions): Promise<PauseOutcome> {
  return mark(extension, 'pause', options, (head) => paused(head, options.reason, new Date()));
}

/** Ends the pause; of an extension that is not paused nothing is changed. Errors as of `pauseExtension`. */
export function resumeExtension(extension: string, options: Omit<PauseOptions, 'reason'>): Promise<PauseOutcome> {
  return mark(extension, 'resume', options, resumed);
}

async function mark(
  extension: string, doing: 'pause' | 'resume', options: Omit<PauseOptions, 'reason'>, change: (head: Head) => Head,
): Promise<PauseOutcome> {
  const { cluster, breakLock = false, onNote, signal } = options;
  const stored = await requireHead(extension, options, doing);
  const changed = change(stored.head) !== stored.head;
  const { head } = changed ? await changeUnlocked({ cluster, extension, breakLock, onNote, signal }, stored, change) : stored;
  return { extension, changed, ...defined({ paused: head.paused }) };
}
