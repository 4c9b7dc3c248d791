/** What the user chose when an extension was applied last, beside its objects: an upgrade goes on from there. */
import type { RecordedChoices } from '../api';
import { defined } from '../defined';
import { HeadRecord } from '../state';
import type { OperationOptions } from './options';

/**
 * Of the newest revision whose content was written: one that was broken off before that has not changed anything. Two requests, one when
 * it is not installed; more where the content has several parts; and one for the key, unless it is known already.
 * @returns undefined when there is no such extension
 * @throws BoxcutterError `state-*` (server)
 */
export async function recordedChoices(
  extension: string,
  options: Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState'>,
): Promise<RecordedChoices | undefined> {
  const record = await HeadRecord.read(extension, options);
  if (record.head === undefined) return undefined;
  const { packageName, revisions } = record.head;
  const named = packageName === undefined ? {} : { packageName };
  for (const { number } of revisions) {
    const content = await record.content(number);
    if (content === undefined) continue;
    const { config, certificates, bundle, untrusted = content.untrustedChoices } = content;
    return { ...named, ...defined({ config, certificates, bundle, untrusted }) };
  }
  return named;
}
