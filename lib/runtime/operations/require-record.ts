/** The record of an extension that has to be there, or what to look for instead. */
import { defined } from '../../defined';
import { BoxcutterError, type HintText } from '../../errors';
import { shellWord } from '../../shell-word';
import {
  type ControlledHead, controlledExtensions, type Head, type HeadRecord, namedOfControllers, type StoredHead, summariseHeads,
} from '../../state';
import type { WriteOptions } from '../options';
import { recordOf } from './begun-record';
import { type Doing, refuseControlled } from './run-by-controllers';

type Place = Pick<WriteOptions, 'cluster' | 'stateNamespace' | 'begun'>;

/** A record of which there is a head. */
export type InstalledRecord = HeadRecord & { readonly stored: StoredHead; readonly head: Head };

/**
 * The record of the command, for an operation that writes.
 * @param doing the operation: what is done instead depends on it
 * @throws BoxcutterError `not-found` (input) when there is no such extension; `run-by-controllers` (input) when the controllers run it
 */
export async function requireRecord(extension: string, place: Place, doing: Doing = 'apply'): Promise<InstalledRecord> {
  if (namedOfControllers(extension) !== undefined) {
    await refuseControlled(extension, doing, place);
    throw await notFound(extension, place);
  }
  const record = await recordOf(extension, place);
  if (isInstalled(record)) return record;
  await refuseControlled(extension, doing, place);
  throw await notFound(extension, place);
}

/**
 * For what only extensions of the command have, looked for by its name.
 * @throws BoxcutterError `not-found` (input); `run-by-controllers` (input) when the controllers run it
 */
export async function refuseMissing(extension: string, doing: Doing, place: Place): Promise<never> {
  await refuseControlled(extension, doing, place);
  throw await notFound(extension, place);
}

/** With where it is, or what else there is. */
export async function notFound(extension: string, place: Place): Promise<BoxcutterError> {
  const named = namedOfControllers(extension);
  if (named !== undefined) {
    return new BoxcutterError('not-found', 'input', `The controllers run no extension "${named}".`, {
      hint: 'kubectl get clusterextensions,clusterextensionrevisions lists what they run.',
    });
  }
  const theirs = await controlledExtensions(place.cluster).catch(() => []);
  const part = partOf(extension, theirs);
  if (part !== undefined) return part;
  const hint = await whereElse(extension, place, theirs.map(({ head: { extension: name, revisions } }) => (
    `${name} (run by the controllers${revisions.length === 0 ? ', not installed yet' : ''})`)));
  const what = `There is no extension "${extension}" with its state in namespace ${place.stateNamespace}.`;
  return new BoxcutterError('not-found', 'input', what, { hint });
}

/** A name of something that belongs to an extension of the controllers. */
function partOf(name: string, theirs: readonly ControlledHead[]): BoxcutterError | undefined {
  for (const { head: { extension }, controlled: { revisions, pending } } of theirs) {
    const upgrade = pending.find((one) => one.name === name);
    const revision = revisions.find((one) => one.name === name);
    if (upgrade === undefined && revision === undefined) continue;
    const is = upgrade === undefined ? `revision ${revision?.number}` : `the pending upgrade to version ${upgrade.version}`;
    const what = `There is no extension "${name}": that is ${is} of extension "${extension}", which the controllers run.`;
    const [asUpgrade, asExtension] = [shellWord(name), shellWord(extension)];
    const approve = upgrade?.approved === false ? ` To approve it: boxcutter approve ${asUpgrade}.` : '';
    return new BoxcutterError('not-found', 'input', what, {
      hint: upgrade === undefined ? `All of its revisions: boxcutter history ${asExtension}`
        : `What it would change: boxcutter diff ${asUpgrade}.${approve} What is installed: boxcutter status ${asExtension}`,
      details: { name, extension },
    });
  }
  return undefined;
}

/** @throws BoxcutterError as `requireRecord` */
export async function requireHead(extension: string, place: Place, doing?: Doing): Promise<StoredHead> {
  return (await requireRecord(extension, place, doing)).stored;
}

export function isInstalled(record: HeadRecord): record is InstalledRecord {
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

/**
 * Where it, or what else, is installed: in all namespaces, or in this one for those who may not look in the others.
 * @param theirs extensions of the controllers, as they are listed
 */
async function whereElse(extension: string, { cluster, stateNamespace }: Place, theirs: readonly string[]): Promise<HintText> {
  const look = (namespace?: string): Promise<readonly InstalledPlace[] | undefined> =>
    summariseHeads(cluster, { ...defined({ namespace }), onUnreadable: () => undefined }, placeOf).catch(() => undefined);
  const everywhere = await look();
  const found = everywhere ?? (await look(stateNamespace)) ?? [];
  const elsewhere = found.find((other) => other.extension === extension);
  if (elsewhere !== undefined) {
    const { namespace } = elsewhere;
    return ({ option }) => `Its state is in namespace ${namespace}: use ${option('stateNamespace', namespace)}.`;
  }
  const all = [
    ...found.map((other) => `${other.extension} (state in ${other.namespace})`), ...theirs,
  ];
  const names = all.slice(0, LISTED);
  const more = all.length > LISTED ? `, and ${all.length - LISTED} more` : '';
  const none = everywhere === undefined ? `None was found in namespace ${stateNamespace}.` : 'No extension is installed.';
  return ({ option, operation }) => [
    all.length > 0 ? `Installed are: ${names.join(', ')}${more}.` : none,
    ...(everywhere === undefined ? [`Other namespaces could not be looked at; ${option('stateNamespace')} names another one.`] : []),
    `If its state was lost: ${operation('recoverExtension', extension, stateNamespace)}.`,
  ].join(' ');
}
