/** How several extensions that are rolled out one after the other come along, and how that is said. */
import type { BoxcutterError, HintWords } from '../../../errors';
import { defined } from '../../../defined';
import { commandHint } from '../../command-line/hints';
import { EXIT_OF_CATEGORY } from '../../exit';
import { printError } from '../../output/error';
import { isDocument, type OutputFormat } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import { paint } from '../../output/terminal/paint';
import { counted } from '../../output/terminal/table';

/** An error that ended one of them, as a document. */
interface FailureDocument {
  readonly extension: string;
  readonly code: string;
  readonly category: string;
  readonly message: string;
  readonly hint?: string;
}

/** What has become of all of them so far. */
export interface Progress {
  readonly done: string[];
  readonly failed: string[];
  /** With the one that each of them waits for, where that is known. */
  readonly notBegun: { readonly extension: string; readonly needs?: string }[];
  readonly documents: OutcomeDocument[];
  readonly failures: FailureDocument[];
}

export function noProgress(): Progress {
  return { done: [], failed: [], notBegun: [], documents: [], failures: [] };
}

/** An error is said at once, for others follow. @returns the exit code that it would have alone */
export async function noteFailure(
  extension: string, error: BoxcutterError, words: HintWords, output: OutputFormat, { failures }: Progress,
): Promise<number> {
  const { code, category, message } = error;
  const failure = { code, category, message, ...defined({ hint: commandHint(error, words) }) };
  failures.push({ extension, ...failure });
  if (!isDocument(output)) await printError(failure, output);
  return EXIT_OF_CATEGORY[category];
}

/** `3 extensions; done: a; not done: b; not begun: c (needs b)` */
export function progressLine({ done, failed, notBegun }: Progress): string {
  const { green, red } = paint(process.stdout);
  const all = counted(done.length + failed.length + notBegun.length, 'extension');
  if (failed.length === 0) return `${all}: ${green('all done')}`;
  const waiting = notBegun.map(({ extension, needs }) => (needs === undefined ? extension : `${extension} (needs ${needs})`));
  const parts = [
    ...(done.length === 0 ? [] : [`done: ${done.join(', ')}`]), red(`not done: ${failed.join(', ')}`),
    ...(waiting.length === 0 ? [] : [`not begun: ${waiting.join(', ')}`]),
  ];
  return `${all}; ${parts.join('; ')}`;
}
