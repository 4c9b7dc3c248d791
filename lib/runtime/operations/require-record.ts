/** The record of an extension that has to be there, or what to look for instead. */
import { defined } from '../../defined';
import { BoxcutterError, type HintText } from '../../errors';
import { HeadRecord, summariseHeads, type Head, type StoredHead } from '../../state';
import type { OperationOptions } from '../options';

type Place = Pick<OperationOptions, 'cluster' | 'stateNamespace'>;

/** A record of which there is a head. */
export type InstalledRecord = HeadRecord & { readonly stored: StoredHead; readonly head: Head };

/** @throws BoxcutterError `not-found` (input) when there is no such extension */
export async function requireRecord(extension: string, place: Place): Promise<InstalledRecord> {
  const record = await HeadRecord.read(extension, place);
  if (isInstalled(record)) return record;
  const hint = await whereElse(extension, place);
  throw new BoxcutterError(
    'not-found',
    'input',
    `There is no extension "${extension}" with its state in namespace ${place.stateNamespace}.`,
    { hint },
  );
}

/** @throws BoxcutterError `not-found` (input) when there is no such extension */
export async function requireHead(extension: string, place: Place): Promise<StoredHead> {
  return (await requireRecord(extension, place)).stored;
}

function isInstalled(record: HeadRecord): record is InstalledRecord {
  return record.stored !== undefined;
}

interface InstalledPlace {
  readonly extension: string;
  readonly namespace: string;
}

function placeOf({ head: { extension }, ref: { namespace = '' } }: StoredHead): InstalledPlace {
  return { extension, namespace };
}

/** How many extensions a hint lists. */
const LISTED = 10;

/** Where it, or what else, is installed: in all namespaces, or in this one for those who may not look in the others. */
async function whereElse(extension: string, { cluster, stateNamespace }: Place): Promise<HintText> {
  const look = (namespace?: string): Promise<readonly InstalledPlace[] | undefined> =>
    summariseHeads(cluster, { ...defined({ namespace }), onUnreadable: () => undefined }, placeOf).catch(() => undefined);
  const everywhere = await look();
  const found = everywhere ?? (await look(stateNamespace)) ?? [];
  const elsewhere = found.find((other) => other.extension === extension);
  if (elsewhere !== undefined) {
    const { namespace } = elsewhere;
    return ({ option }) => `Its state is in namespace ${namespace}: use ${option('stateNamespace', namespace)}.`;
  }
  const names = found.slice(0, LISTED).map((other) => `${other.extension} (state in ${other.namespace})`);
  const more = found.length > LISTED ? `, and ${found.length - LISTED} more` : '';
  const none = everywhere === undefined ? `None was found in namespace ${stateNamespace}.` : 'No extension is installed.';
  return ({ option, operation }) => [
    found.length > 0 ? `Installed are: ${names.join(', ')}${more}.` : none,
    ...(everywhere === undefined ? [`Other namespaces could not be looked at; ${option('stateNamespace')} names another one.`] : []),
    `If its state was lost: ${operation('recoverExtension', extension, stateNamespace)}.`,
  ].join(' ');
}
