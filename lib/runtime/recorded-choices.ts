/** What the user chose when an extension was applied last, beside its objects: an upgrade goes on from there. */
import type { RecordedChoices } from '../api';
import { defined } from '../defined';
import { readContent, readHead } from '../state';
import type { OperationOptions } from './options';

/**
 * Of the newest revision whose content was written: one that was broken off before that has not changed anything. Two requests, one when
 * it is not installed; more where the content has several parts.
 * @returns undefined when there is no such extension
 * @throws BoxcutterError `state-*` (server)
 */
export async function recordedChoices(
  extension: string,
  { cluster, stateNamespace }: Pick<OperationOptions, 'cluster' | 'stateNamespace'>,
): Promise<RecordedChoices | undefined> {
  const stored = await readHead(cluster, extension, stateNamespace);
  if (stored === undefined) return undefined;
  const { packageName, revisions } = stored.head;
  const named = packageName === undefined ? {} : { packageName };
  for (const { number } of revisions) {
    const content = await readContent(cluster, stored, number);
    if (content === undefined) continue;
    const { config, certificates } = content;
    return { ...named, ...defined({ config, certificates }) };
  }
  return named;
}
