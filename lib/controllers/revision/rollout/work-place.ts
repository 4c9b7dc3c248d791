/** From a revision to the places of its runs. */
import { isBoxcutterError } from '../../../errors';
import { inAnyVersion } from '../../../runtime';
import type { InventoryEntry } from '../../../engine';
import { actingIn } from '../../process';
import type { ResolvedRevision } from '../../../api';
import { plannedInventory } from '../record';
import { fenceOf, type Subject, type TurnPlace } from '../subject';
import type { KeepPlace } from './keep';
import { ownedInventory } from './owned';
import type { RunPlace } from './run';

/** @throws BoxcutterError as `Contents.contentOf` */
export async function keepPlaceOf(subject: Subject, place: TurnPlace, signal: AbortSignal): Promise<KeepPlace> {
  const { cached, revision, siblings, owner, memory } = subject;
  const { contents, context: { clock } } = place;
  const objects = place.objects.of(revision);
  const content = await contents.contentOf(cached, revision);
  // Made for the first time, with nothing before it: then nothing is looked for.
  const isFirst = memory.fresh && memory.inventory === undefined && siblings.length === 0;
  const inventory = memory.inventory ?? (isFirst ? [] : plannedInventory(content));
  const run = runPlaceOf(subject, place, content, inventory, signal);
  const standing = { owner, probes: content.probes, paused: revision.state !== 'Active' };
  return { revision, memory, objects, reader: inAnyVersion(run.lane), run, standing, now: () => clock.now().getTime() };
}

/**
 * Everything that may be there of a revision that has to go. Where its content cannot be had any more, or is not what it was, the objects
 * themselves say what they belong to.
 */
export async function leavingPlaceOf(subject: Subject, place: TurnPlace, signal: AbortSignal): Promise<RunPlace> {
  const { revision, owner, memory } = subject;
  const { extension, number, account } = revision;
  const content = await contentOfLeaving(subject, place);
  if (content !== undefined) return runPlaceOf(subject, place, content, plannedInventory(content, memory.inventory), signal);
  const nothing: ResolvedRevision = { extension, number, phases: [], probes: [], digest: '' };
  const inventory = await ownedInventory(actingIn(place.context.target, account).cluster.lane(extension), owner);
  return runPlaceOf(subject, place, nothing, inventory, signal);
}

/** Undefined: it cannot be resolved any more, or it was another. */
async function contentOfLeaving({ cached, revision }: Subject, { contents }: TurnPlace): Promise<ResolvedRevision | undefined> {
  try {
    const content = await contents.contentOf(cached, revision);
    return (await contents.factsOf(cached, revision)).type === 'resolved' ? content : undefined;
  } catch (error) {
    if (isBoxcutterError(error) && error.category === 'input') return undefined;
    throw error;
  }
}

function runPlaceOf(
  { revision, owner }: Subject, { context: { target }, cache }: TurnPlace, content: ResolvedRevision,
  inventory: readonly InventoryEntry[], signal: AbortSignal,
): RunPlace {
  const { extension, name, allowsDataLoss, account, takesOver } = revision;
  const { id } = target;
  const { shared, cluster, streams } = actingIn(target, account);
  const fence: RunPlace['fence'] = () => (target.id === id
    ? fenceOf(revision, cache.get(name))
    : { held: false, message: 'its objects are to be in another cluster now' });
  const lanes = { cluster: shared.lane(extension), lane: cluster.lane(extension), streams };
  return { owner, content, inventory, fence, ...lanes, takesOver, allowsDataLoss, signal };
}

