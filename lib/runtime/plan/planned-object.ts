/**
 * What would happen to each object of the revision, from what a report run decided and what its dry runs showed. Pure.
 */
import { keyOf, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import {
  resultOf,
  waitingReason,
  type CausedAction,
  type Comparison,
  type IgnoredField,
  type Interference,
  type Item,
  type ObjectResult,
  type State,
} from '../../engine';
import { standingOf, viewsOf, type Standing } from '../../engine/internal';
import type { DataLoss } from '../../guards';
import type { Bringer } from './before-it';
import { authoredChanges } from './authored-fields';
import type { FieldChange } from './field-change';
import { compareObjects } from './field-diff';
import { maskObject } from './mask';
import { lostWith } from './replacement';

/** What would happen to an object of the revision. */
export type PlanAction =
  | 'create'
  | 'change'
  /** It cannot be changed in place: it would be deleted and made anew. */
  | 'replace'
  /** It exists, no revision manages it, and the collision policy allows to take it. */
  | 'adopt'
  /** Taken from an older revision. */
  | 'hand-over'
  /** Another client changed fields of ours; they would be changed back. */
  | 'recover'
  | 'unchanged'
  /** It exists and is not ours to touch. */
  | 'collision'
  /** The API server does not accept it. */
  | 'refused'
  /** A newer revision manages it. */
  | 'release'
  /** It is being deleted: that would be waited for, and it would be made anew. */
  | 'wait'
  /** The server cannot say now what would become of it (a webhook is away): an apply would wait for that. */
  | 'unforeseen';

export interface PlannedObject {
  readonly ref: ObjectRef;
  readonly action: PlanAction;
  /**
   * Why, where the action does not say it: a replacement, a collision, a refusal, what is waited for or unforeseen, what a newer revision
   * manages.
   */
  readonly because?: CausedAction;
  /** The server could not be asked about it (yet): why. */
  readonly notAsked?: string;
  /** The extension whose apply brings its kind or its namespace, which are not there yet. */
  readonly comesWith?: string;
  /** The revision says that nothing is to be written to it: the action is what would be done without that. */
  readonly paused?: true;
  /** Of `replace`: what goes with the old object, as a sentence without its end. */
  readonly lost?: string;
  /** Of `replace`: data that would go with it. The data-loss guard stops such an apply. */
  readonly loss?: DataLoss;
  /** Fields that would really change on the server. Empty for creates. */
  readonly changes: readonly FieldChange[];
  /** Of `recover`: who changed which of our fields. */
  readonly interference?: readonly Interference[];
  /** Fields that belong to others by rule, and stay as they are. Absent: none. */
  readonly ignored?: readonly IgnoredField[];
  /** Of `create`: the object as it would be sent, secrets masked. */
  readonly object?: KubeObject;
}

export interface PlannedPhase {
  readonly name: string;
  readonly objects: readonly PlannedObject[];
}

/** @param desired objects as they would be sent, by key; `comparisons` likewise */
export function planPhases(
  state: State,
  desired: ReadonlyMap<string, KubeObject>,
  comparisons: ReadonlyMap<string, Comparison>,
  bringerOf: (ref: ObjectRef) => Bringer | undefined = () => undefined,
): readonly PlannedPhase[] {
  const views = viewsOf(state);
  return resultOf(state).phases.map(({ name, objects }) => ({
    name,
    objects: objects.map((result) => {
      const key = keyOf(result.ref);
      return planObject({
        result,
        standing: standingOf(state, key),
        item: state.items.get(key) as Item,
        desired: desired.get(key) as KubeObject,
        comparison: comparisons.get(key),
        ignored: views.get(key)?.ignored,
        bringer: bringerOf(result.ref),
      });
    }),
  }));
}

const ACTIONS = {
  Created: 'create', Updated: 'change', Replaced: 'replace',
  Recovered: 'recover', Adopted: 'adopt', HandedOver: 'hand-over', Unchanged: 'unchanged',
  Collision: 'collision', Failed: 'refused', Released: 'release', Waiting: 'wait',
  // An object of the revision never goes.
  Deleted: 'wait', Orphaned: 'wait',
} as const satisfies Record<ObjectResult['action'], PlanAction>;

const WRITES: readonly PlanAction[] = ['create', 'change', 'replace', 'recover', 'adopt', 'hand-over'];

/** What a dry run has found out about one object. */
export interface Examined {
  readonly result: ObjectResult;
  readonly standing: Standing | undefined;
  readonly item: Pick<Item, 'paused' | 'brought' | 'dependent'>;
  /** As it would be sent. */
  readonly desired: KubeObject;
  /** Absent: the server was not asked. */
  readonly comparison: Comparison | undefined;
  /** Fields that belong to others by rule. */
  readonly ignored?: readonly IgnoredField[] | undefined;
  /** Another extension has to be applied before there is a place for it. */
  readonly bringer?: Bringer | undefined;
}

export function planObject({ result, standing, item, desired, comparison, ignored, bringer }: Examined): PlannedObject {
  const { ref } = result;
  const planned = result.action === 'Waiting' && result.cause.type === 'unforeseen' ? 'unforeseen' : ACTIONS[result.action];
  const live = comparison?.live;
  const { changes: all, bookkeeping } =
    live === undefined ? { changes: [], bookkeeping: true } : compareObjects(live, (comparison as Comparison).wouldBe);
  const changes = planned === 'replace' && live !== undefined ? authoredChanges(all, live, (comparison as Comparison).wouldBe) : all;
  // The engine asks the server whenever it is not sure; the server has now said that nothing would change.
  const isNothing = (planned === 'change' || planned === 'recover') && live !== undefined && changes.length === 0 && !bookkeeping;
  const action = isNothing ? 'unchanged' : planned;
  const isWrite = WRITES.includes(action);
  const isPaused = isWrite && item.paused === true;
  const notAsked = isWrite && !isPaused && comparison === undefined ? whyNotAsked(result, standing, item, bringer) : undefined;
  return {
    ref,
    action,
    ...('cause' in result ? { because: result } : {}),
    ...defined({ notAsked, comesWith: notAsked === undefined ? undefined : bringer?.extension }),
    ...(isPaused ? { paused: true as const } : {}),
    ...(action === 'replace' ? { lost: lostWith(ref) } : {}),
    changes,
    ...(result.action === 'Recovered' && action === 'recover' ? { interference: result.interference } : {}),
    ...(action === 'create' || action === 'replace' ? {} : defined({ ignored })),
    ...(action === 'create' ? { object: maskObject(desired) } : {}),
  };
}

function whyNotAsked(
  result: ObjectResult, standing: Standing | undefined, item: Examined['item'], bringer: Bringer | undefined,
): string {
  if (result.action === 'Replaced') return 'the server checks the new object only when the old one is gone';
  if (bringer !== undefined) return `its ${bringer.what} is part of ${bringer.extension}`;
  if (item.brought || item.dependent) return 'its namespace or its kind is part of this revision';
  if (standing?.isDeferred === true) return 'the server would refuse it now; an earlier phase may change that';
  return standing?.waiting === undefined ? 'the server has not been asked' : waitingReason(standing.waiting);
}
