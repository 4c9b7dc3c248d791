/** What is wrong with archives, worded once. */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { escapeInQuotes } from '../../plain-text';
import { inMebibytes } from '../files/limits';

/** The archive ends early, or is no archive. */
export function damaged(origin: string, what: string, cause?: unknown): BoxcutterError {
  return new BoxcutterError('archive-damaged', 'input', `${origin} cannot be unpacked: ${what}.`, {
    hint: 'Fetch or build it again.',
    details: { origin },
    ...defined({ cause }),
  });
}

/** A file of text was named where a bundle is asked for. */
export function textNoArchive(origin: string): BoxcutterError {
  return new BoxcutterError('bundle-is-text', 'input', `${origin} is not a bundle: it is a text file, not an archive.`, {
    hint: 'A bundle is a folder, a packed chart or bundle, or an image. Plain objects are not a bundle: apply, plan and render take them.',
    details: { origin },
  });
}

/** An entry that no bundle has a use for, and that would do harm where it was unpacked to disk. */
export function unsafe(origin: string, path: string, what: string): BoxcutterError {
  const name = shown(path);
  return new BoxcutterError('archive-unsafe', 'input', `${origin} is not unpacked: its entry ${name} ${what}.`, {
    hint: 'A bundle holds plain files and folders; do not use this one unless you know who made it.',
    details: { origin, entry: name },
  });
}

/** More than a bundle may have; `counted` is where reading ended. */
export function tooLarge(origin: string, what: string, details: { readonly limit: number; readonly counted: number }): BoxcutterError {
  return new BoxcutterError('archive-too-large', 'input', `${origin} is not unpacked: ${what}.`, {
    hint: 'A bundle is small: its manifests and metadata, and nothing else.',
    details: { origin, ...details },
  });
}

export const mebibytes = inMebibytes;

/** A name from an archive, as it can be shown: quoted, control characters escaped, not longer than a line. */
export function shown(path: string): string {
  return escapeInQuotes(JSON.stringify(path.length > 120 ? `${path.slice(0, 119)}…` : path));
}
