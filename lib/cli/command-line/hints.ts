/**
 * What to do next in the words of the command: its commands and options, where the hint of an error names those of the library.
 */
import type { BoxcutterError } from '../../errors';
import { LOCK_SECONDS } from '../../state';

type Details = BoxcutterError['details'];

const HINTS: ReadonlyMap<string, (details: Details) => string> = new Map([
  ['data-loss', () => 'Use --delete-data to delete it all the same, or --orphan to let these objects live without the extension.'],
  ['data-loss-unknown', () => 'Nothing was changed. Run the command again, with permission to read it; --delete-data skips the question.'],
  ['locked', takeOver],
  ['namespace-missing', () => 'Give it one, or use --namespace for all objects that name none.'],
  ['nothing-to-apply', () => 'To take an extension down, use: boxcutter delete EXTENSION.'],
  ['state-namespace', () => 'Name a namespace that stays with --state-namespace, for example --state-namespace default.'],
  ['state-unreadable', () => 'Somebody changed it. If the objects still run, delete this Secret and run: boxcutter recover EXTENSION.'],
]);

function takeOver({ expired }: Details): string {
  return expired === true
    ? 'It has not been heard of for over a minute. If it is really dead, run this again with --take-over.'
    : `Wait until it is done. If it is dead, its lock expires ${LOCK_SECONDS} s after its last sign of life; then use --take-over.`;
}

/** The hint for a user of the command; undefined where the error has none. */
export function commandHint({ code, details, hint }: Pick<BoxcutterError, 'code' | 'details' | 'hint'>): string | undefined {
  return hint === undefined ? undefined : (HINTS.get(code)?.(details) ?? hint);
}
