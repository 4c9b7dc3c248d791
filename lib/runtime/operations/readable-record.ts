/** The record of an extension for whoever only looks: of the command, or of the controllers. */
import type { ResolvedRevision } from '../../api';
import {
  controlledExtension, ControlledRecord, type ExtensionRecord, type Head, namedOfControllers, type StoredHead,
} from '../../state';
import type { WriteOptions } from '../options';
import { recordOf } from './begun-record';
import { isInstalled, notFound } from './require-record';

/** Who runs it makes no difference. */
export interface ReadableRecord extends ExtensionRecord {
  readonly stored: StoredHead;
  readonly head: Head;
  content(number: number): Promise<ResolvedRevision | undefined>;
}

/**
 * The record of the command goes before an extension of the controllers with the same name, which is called `clusterextension/NAME`.
 * @throws BoxcutterError `not-found` (input) when there is no such extension; `state-*`, `server-*` (server)
 */
export async function readableRecord(
  extension: string, place: Pick<WriteOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState' | 'begun'>,
): Promise<ReadableRecord> {
  const named = namedOfControllers(extension);
  if (named === undefined) {
    const record = await recordOf(extension, place);
    if (isInstalled(record)) return record;
  }
  const found = await controlledExtension(place.cluster, named ?? extension);
  if (found !== undefined) return new ControlledRecord(found, place.cluster);
  throw await notFound(extension, place);
}
