/** Bundles that an app has declared, as documents among what it synthesised. */
import { asObject, type JsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import type { BundleFiles } from '../../formats';
import { filesOfDocument } from '../../formats/export';
import type { LoadedObject } from '../../yaml';
import type { BuildChoices } from '../choices';
import { refuseIssues } from '../refuse-issues';

/**
 * The files of the bundle that is meant.
 * @param what where it was declared, as the beginning of a sentence
 * @throws BoxcutterError category input: `build-ambiguous`, `input-invalid` with everything that is wrong with the document
 */
export function declaredBundle(
  documents: readonly LoadedObject[],
  what: string,
  { name, format }: BuildChoices,
  onNote: (note: string) => void,
): BundleFiles {
  const specOf = ({ manifest }: LoadedObject): JsonObject => asObject(manifest['spec']) ?? {};
  const fitting = documents
    .filter((document) => name === undefined || nameOf(document) === name)
    .filter((document) => format === undefined || specOf(document)['format'] === format);
  const [first] = fitting;
  if (first === undefined || fitting.length > 1) {
    const list = documents.map((document) => `${nameOf(document)} (${String(specOf(document)['format'])})`).join(', ');
    throw ambiguous(what, list, fitting.length);
  }
  const { files, issues } = filesOfDocument(first.manifest, first.origin);
  refuseIssues(issues, onNote, what);
  if (files === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${what} could not be read.`);
  return files;
}

function ambiguous(what: string, list: string, fitting: number): BoxcutterError {
  const message = fitting === 0
    ? `${what} does not hold the requested bundle; it holds ${list}.`
    : `${what} holds ${fitting} bundles to choose from: ${list}.`;
  return new BoxcutterError('build-ambiguous', 'input', message, { hint: 'Choose one with --name, or name its file.' });
}

function nameOf({ manifest }: LoadedObject): string {
  return String(asObject(manifest['metadata'])?.['name']);
}
