/**
 * Why is an extension not ready? What its record, its objects, their Pods and events say, put together. Reads, and dry runs of what is not
 * as desired. Content of Secrets is never looked at.
 */
import { counted } from '../../counted';
import { displayName, keyOf } from '../../api';
import { defined } from '../../defined';
import { compileProbes, type ObjectResult, type RevisionResult } from '../../engine';
import { isDenied } from '../../engine/internal';
import type { StoredHead } from '../../state';
import { inAnyVersion } from '../any-version';
import { findNamed } from '../operations/named-objects';
import { whyNoRevision } from '../operations/run-by-controllers';
import type { OperationOptions } from '../options';
import { lookAtExtension, type Look } from '../status/status';
import { controlledBy } from './by-controllers';
import { readEvents } from './events';
import { LastWords } from './last-words';
import { explainObject, sight, unreadFor, type ObjectExplanation } from './object';
import { isWell, troublesOf, type PendingPhase, type Troubles } from './troubles';

export { isTrouble, type ConditionLine, type Deletion } from './conditions';
export type { EventLine } from './events';
export type { Hint } from './hints';
export type { ChangedField, ManagerLine } from './managers';
export type { ObjectExplanation } from './object';
export { troubleText, type ChainTrouble, type OlderPods, type PodChain, type PodTrouble } from './pods';
export { reasonOf, type PendingPhase } from './troubles';

export interface ExplainOptions extends OperationOptions {
  /** Only this object, well or not: `Deployment/web`. */
  readonly object?: string;
  /** Where the name of the object fits in several namespaces. */
  readonly namespace?: string;
}

export interface Explanation {
  readonly stored: StoredHead;
  /** Number of the newest revision. */
  readonly revision: number;
  /** Nothing is wrong with what was asked about. */
  readonly well: boolean;
  /** The first phase that is not complete. */
  readonly phase?: string;
  /** Phases that wait for it. */
  readonly pending: readonly PendingPhase[];
  /** What was asked about, or everything that is not as it should be, in the order of the phases. */
  readonly objects: readonly ObjectExplanation[];
  /** Objects that are not as they should be and that are left out: there are too many. */
  readonly more: number;
  /** What could not be looked at, as sentences. */
  readonly notes: readonly string[];
  /** The API server did not answer: what was said last. */
  readonly unreachable?: string;
}

/** Objects that are looked into. */
export const OBJECT_LIMIT = 20;

/** @throws BoxcutterError `not-found`, `object-unknown` (category `input`), and category `server` */
export async function explainExtension(extension: string, options: ExplainOptions): Promise<Explanation> {
  const look = await lookAtExtension(extension, options);
  const notes: string[] = [];
  const result = await resultOfLook(extension, look, options, notes);
  const { objects, phase, pending } = chosen(result, options);
  const shown = objects.slice(0, OBJECT_LIMIT);
  const reader = inAnyVersion(options.cluster);
  const words = new LastWords(options.cluster);
  const sightings = await Promise.all(shown.map((object) => sight(object, options.cluster, reader, words)));
  const events = await readEvents(
    options.cluster,
    sightings.flatMap(({ result: { ref }, live }) => (live === undefined ? [] : [ref.namespace])),
  );
  const controlled = controlledBy(look.stored.controlled);
  const explained = sightings.map((sighting) => explainObject(sighting, events, options.words, controlled));
  const refused = [...sightings.flatMap((sighting) => sighting.refused ?? []), ...(events.refused === undefined ? [] : [events.refused])];
  return {
    stored: look.stored,
    revision: look.revision,
    well: explained.every(({ well }) => well) && objects.length === shown.length && (options.object !== undefined || look.healthy),
    ...defined({ phase }),
    pending,
    objects: explained,
    more: objects.length - shown.length,
    notes: [...new Set([...notes, ...refused])],
    ...defined({ unreachable: result.unreachable }),
  };
}

function chosen(result: RevisionResult, { object, namespace }: ExplainOptions): Troubles {
  const troubles = troublesOf(result);
  if (object === undefined) return troubles;
  const all = [...result.phases.flatMap(({ objects }) => objects), ...result.removed];
  const wanted = new Set(findNamed([object], all.map(({ ref }) => ref), namespace).map(keyOf));
  return { ...troubles, objects: all.filter(({ ref }) => wanted.has(keyOf(ref))) };
}

/** Objects beside what the revision wants; where that does not count any more, or is not known, beside the rule of their kind. */
async function resultOfLook(extension: string, look: Look, options: ExplainOptions, notes: string[]): Promise<RevisionResult> {
  const { stored, result } = look;
  if (stored.head.deleting === true) notes.push('The extension is being deleted; the list shows what is left. '
    + (stored.controlled === undefined ? 'To continue, delete it again.' : 'The controllers go on by themselves.'));
  else if (result === undefined && stored.controlled !== undefined) {
    notes.push(`There is no revision yet. ${whyNoRevision(stored.head.extension)}`);
  }
  else if (result === undefined) {
    notes.push('The content of this revision is not recorded, so objects are judged by the rules of their kinds. Apply the package again.');
  } else return withRefusals(extension, result, options, notes);
  return fromInventory(stored, options, notes);
}

/** What the server would say to what is not as desired. A caller that may only read gets the rest all the same. */
async function withRefusals(
  extension: string, result: RevisionResult, options: ExplainOptions, notes: string[],
): Promise<RevisionResult> {
  if (result.phases.every(({ objects }) => objects.every(({ action }) => action === 'Unchanged'))) return result;
  const asked = await lookAtExtension(extension, { ...options, preflight: 'always' });
  const failures = (asked.result?.phases ?? []).flatMap(({ objects }) => objects.filter(({ action }) => action === 'Failed'));
  const refusals = new Map(failures.map((object) => [keyOf(object.ref), object]));
  const unasked: string[] = [];
  const replace = (object: ObjectResult): ObjectResult => {
    const refusal = refusals.get(keyOf(object.ref));
    if (refusal?.action !== 'Failed') return object;
    // The authorizer's no is about who asks, and not about what.
    if (refusal.cause.type !== 'refused' || !isDenied(refusal.cause.status)) return refusal;
    unasked.push(displayName(object.ref));
    return object;
  };
  const phases = result.phases.map((phase) => ({ ...phase, objects: phase.objects.map(replace) }));
  if (unasked.length > 0) {
    notes.push(`The server could not be asked whether it would accept ${unasked.join(', ')}: these credentials may not write there.`);
  }
  return { ...result, phases };
}

async function fromInventory({ head }: StoredHead, { cluster }: ExplainOptions, notes: string[]): Promise<RevisionResult> {
  const probe = compileProbes([]);
  const reader = inAnyVersion(cluster);
  const unread: string[] = [];
  const results = await Promise.all(head.inventory.map(async ({ ref, phase }): Promise<readonly ObjectResult[]> => {
    const answer = await reader.get(ref);
    if (answer.type === 'gone' || answer.type === 'unserved') return [];
    if (answer.type !== 'object') {
      unread.push(unreadFor(ref, answer));
      return [];
    }
    const action = head.deleting === true ? ({ action: 'Deleted' } as const) : ({ action: 'Unchanged' } as const);
    return [{ ...action, ref, phase, ready: probe(answer.object) }];
  }));
  notes.push(...unread.slice(0, OBJECT_LIMIT));
  if (unread.length > OBJECT_LIMIT) notes.push(`The same is true for ${counted(unread.length - OBJECT_LIMIT, 'more object')}.`);
  const objects = results.flat();
  const failed = objects.some((object) => !isWell(object));
  const phases =
    head.deleting === true ? [] : [{ name: 'objects on record', status: failed ? ('running' as const) : ('complete' as const), objects }];
  return { phases, removed: head.deleting === true ? objects : [], complete: false, failed: false };
}
