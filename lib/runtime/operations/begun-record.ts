/**
 * The record of an extension as it was read before the operation on it began: while the revision was made, or together with the records of
 * others.
 */
import { defined } from '../../defined';
import { HeadRecord, readHead, type StateCluster, type StoredHead } from '../../state';
import { installedExtensions, type InstalledExtension } from '../installed/extensions';
import type { BegunRecord, OperationOptions, WriteOptions } from '../options';

/** An older one is read again: another run may have changed it, and that would be found only when it is written. */
const FRESH_MS = 2_000;

/** @throws BoxcutterError `usage-name` (input), `state-*` (server) */
export async function beginRecord(
  extension: string, { cluster, stateNamespace }: { readonly cluster: StateCluster; readonly stateNamespace: string },
): Promise<BegunRecord> {
  const askedAt = performance.now();
  return { extension, stateNamespace, askedAt, stored: await readHead(cluster, extension, stateNamespace) };
}

/** What is installed, and the record of one of them with it. */
export interface Installed {
  readonly installed: readonly InstalledExtension[];
  /** Absent where the list does not show it; it may be there all the same, when its label is not. */
  readonly begun?: BegunRecord;
}

/**
 * In one request; in two where the account may list the extensions of its namespace only.
 * @throws BoxcutterError `state-*`, `server-*`
 */
export async function beginRecordAmong(
  extension: string, { cluster, stateNamespace }: Pick<OperationOptions, 'cluster' | 'stateNamespace'>,
): Promise<Installed> {
  const askedAt = performance.now();
  let begun: BegunRecord | undefined;
  const onRecord = (stored: StoredHead): void => {
    if (stored.head.extension !== extension || stored.ref.namespace !== stateNamespace) return;
    begun = { extension, stateNamespace, askedAt, stored };
  };
  const installed = await installedExtensions({ cluster, otherwise: stateNamespace, onRecord });
  return { installed, ...defined({ begun }) };
}

/** @throws BoxcutterError `usage-name` (input), `state-*` (server) */
export async function recordOf(
  extension: string, options: Pick<WriteOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState' | 'onNote' | 'begun'>,
): Promise<HeadRecord> {
  const begun = await options.begun;
  const isIt = begun?.extension === extension && begun.stateNamespace === options.stateNamespace;
  if (!isIt || performance.now() - begun.askedAt > FRESH_MS) return HeadRecord.read(extension, options);
  return HeadRecord.of(extension, options, begun.stored);
}
