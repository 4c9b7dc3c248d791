/**
 * Where one object stands in a run: what is known of it, how far it has got, what its dry run said, and who fights for it. Only states that
 * exist can be written down. Plain data, copied with each event.
 */
import type { Interference } from '../../fields';
import type { Refused } from '../results/failure';
import type { ObjectAction } from '../results/results';
import type { ObjectRecord } from './task';
import type { ObjectView } from '../view';
import type { WaitingCause } from '../results/waiting';

export interface Entry {
  readonly knowledge: Knowledge;
  readonly progress: Progress;
  readonly dryRun: DryRun;
  readonly contest: Contested;
  /** The server does not change it in place, and it may be made anew. */
  readonly fixed?: Fixed;
  /** What a look behind it found while it was waited for. */
  readonly diagnosis?: Diagnosis;
  /** What to remember for the next run. */
  readonly record?: ObjectRecord;
}

/** What keeps an object from being ready, found elsewhere than in the object itself: in its Pods. */
export interface Diagnosis {
  /** Of the object that this is about: it means nothing for another one under the same name. */
  readonly uid: string;
  /** For people: `container main waits: ImagePullBackOff`. */
  readonly text: string;
  /** More that is shown beside it, and never becomes part of a reason: reasons are recorded. */
  readonly aside?: string;
  /** It has lasted for so long that waiting has become pointless. */
  readonly final: boolean;
}

/** An object that is to be replaced. */
export interface Fixed {
  /** Of the object that this is about: it means nothing for another one under the same name. */
  readonly uid: string;
  /** The refusal that said so. */
  readonly refusal: Refused;
  /** Would the server accept the new one? `unknown`: that cannot be asked while the old one is there. */
  readonly trial: 'due' | 'accepted' | 'unknown';
}

export type Knowledge = Unknown | Absent | Present;

interface Doubt {
  /** Only a live read can tell what is there now. */
  readonly needsRead: boolean;
  /** A stream lost sight of it at this resource version: an answer that shows an older state is out of date. */
  readonly vanishedAt?: string;
}

export interface Unknown extends Doubt {
  readonly presence: 'unknown';
}

interface Traces extends Doubt {
  /** Resource version of our last write: what is older says nothing. */
  readonly written?: string;
  /** A stream that should show it did not: it may be gone already. */
  readonly unseen?: true;
}

export interface Absent extends Traces {
  readonly presence: 'absent';
  /** Said by a source that cannot err: a live read, or a stream by name. */
  readonly confirmed: boolean;
  /** It was there in this run. For reports; nothing is decided by it. */
  readonly existed: boolean;
}

export interface Present extends Traces {
  readonly presence: 'present';
  readonly view: ObjectView;
}

export type Progress = Unsettled | Settled;

/** Nothing, a question, or a write is under way; or it is paused. */
export type Unsettled = Open | Held | Asking | Writing;

interface Tries {
  /** Consecutive tries that did not settle. */
  readonly attempts: number;
  /** Why nothing is sent for it at the moment. */
  readonly waiting?: WaitingCause;
}

/** What an unsettled object has behind it. */
interface Way extends Tries {
  /** What the writes of an unfinished sequence (create by POST, merge, update) amount to. */
  readonly achieved?: ObjectAction;
  /** It was settled as this in this run, and has changed since. */
  readonly before?: ObjectAction;
}

interface Unwritten extends Way {
  /** What the write whose answer was lost means, should it turn out to have succeeded. */
  readonly unanswered?: ObjectAction;
}

/** Nothing is under way for it. */
export interface Open extends Unwritten {
  readonly type: 'open';
  /** The next look at it waits so long. */
  readonly pauseMs?: number;
}

/** It is paused: what would happen to it. */
export interface Held extends Unwritten {
  readonly type: 'held';
  readonly wouldBe: ObjectAction;
}

/** A request that changes nothing is under way. One request at a time for each object. */
export interface Asking extends Unwritten {
  readonly type: 'asking';
  readonly id: number;
  readonly request: 'read' | 'dry-run' | 'trial';
}

/** A write is under way. */
export interface Writing extends Way {
  readonly type: 'writing';
  readonly id: number;
  /** What the write means when it succeeds. */
  readonly intent: ObjectAction;
  /** Resource version on which an update builds. */
  readonly base?: string;
}

export interface Settled extends Tries {
  readonly type: 'settled';
  readonly action: ObjectAction;
  /** Id of the read under way: it is waited for, and no stream tells of it. */
  readonly poll?: number;
}

/** What its dry run said. `deferred`: asked too early, to be asked again in its phase. */
export type DryRun = 'due' | 'deferred' | 'passed' | 'failed';

/** What is done to an object against the resistance of others, in this run. */
export interface Contested {
  /** How often it had to be written again after it was settled. */
  readonly repairs: number;
  /** Changed fields that the repairs found. */
  readonly interference: readonly Interference[];
  /** How often it had been deleted. */
  readonly deletions: number;
  /** How often field managers were merged into ours. */
  readonly merges: number;
  /** How often it was deleted to be made anew. */
  readonly replacements: number;
  /** Nudges sent (see `wishOfRemoval`), and the id of the one under way. */
  readonly nudges: number;
  readonly nudge?: number;
}

const UNCONTESTED: Contested = { repairs: 0, interference: [], deletions: 0, merges: 0, replacements: 0, nudges: 0 };

export function initialEntry(record: ObjectRecord | undefined): Entry {
  const start: Entry = {
    knowledge: { presence: 'unknown', needsRead: false }, progress: { type: 'open', attempts: 0 }, dryRun: 'due', contest: UNCONTESTED,
  };
  return record === undefined ? start : { ...start, record };
}

/** The object as it was last seen, if it is there. */
export function viewIn({ knowledge }: Entry): ObjectView | undefined {
  return knowledge.presence === 'present' ? knowledge.view : undefined;
}

/** What became of it; undefined while that is open. */
export function settledOf(entry: Pick<Entry, 'progress'> | undefined): ObjectAction | undefined {
  return entry?.progress.type === 'settled' ? entry.progress.action : undefined;
}

/** Id of the request under way (a nudge apart). */
export function pendingOf({ progress }: Entry): number | undefined {
  switch (progress.type) {
    case 'asking':
    case 'writing':
      return progress.id;
    case 'settled':
      return progress.poll;
    default:
      return undefined;
  }
}

/** Only a live read can tell any more. */
export function doubted(entry: Entry): Entry {
  return entry.knowledge.needsRead ? entry : { ...entry, knowledge: { ...entry.knowledge, needsRead: true } };
}

/** Nothing is left to do for it; what was kept for the way there goes. */
export function settledAs(entry: Entry, action: ObjectAction): Entry {
  return { ...entry, progress: { type: 'settled', action, attempts: 0 } };
}
