/**
 * The pure core of a run: `step(state, event)` gives the next state and the requests to send. No clock, no network, no content.
 * The rules: nothing is written before the preflight of everything that can be asked; a phase is written when every phase
 * before it is complete; what has to go, goes in reverse order after that; every batch that deletes passes the fence first.
 */
import { defined } from '../../defined';
import { jsonEqual } from '../fields';
import { absorbAnswer } from './absorb/answers';
import { absent, absorbUnseen, absorbVanished, absorbView } from './absorb/streams';
import { Draft, type Step } from './draft';
import { advanceFinishing, beginFinishing, endFinishing, isFinishing } from './finishing';
import { advancePhases } from './phases';
import { advancePreflight } from './preflight';
import { noteProgress } from './progress';
import { advanceRemovals } from './removals';
import { doubted, pendingOf } from './state/entry';
import type { Event, RequestAnswer, ScopeFailure } from './state/messages';
import { initialState, type State } from './state/state';
import type { Task } from './state/task';
import type { ObjectView } from './view';

/** @param known objects that live reads have just shown, by key */
export function begin(task: Task, known: ReadonlyMap<string, ObjectView> = new Map()): Step {
  const draft = new Draft(initialState(task));
  for (const [key, view] of known) {
    if (draft.entries.has(key)) draft.set(key, absorbView(draft.entry(key), view));
  }
  return proceed(draft, { type: 'start' });
}

/** What an event makes of the state, and the requests that come of it. The given state stays as it is. */
export function step(state: State, event: Event): Step {
  return proceed(new Draft(state), event);
}

function proceed(draft: Draft, event: Event): Step {
  absorb(draft, event);
  const wasEnding = isEnding(draft);
  advance(draft);
  if (!wasEnding && isEnding(draft)) beginFinishing(draft);
  if (!isFinishing(draft)) endFinishing(draft);
  finishEnding(draft);
  noteProgress(draft);
  return draft.finish();
}

function absorb(draft: Draft, event: Event): void {
  switch (event.type) {
    case 'start':
      draft.scopes.all.forEach(({ scope }, index) => {
        // What no earlier run applied needs no look: it is created, or refused because it exists.
        const unknown = scope.keys.filter((key) => draft.entry(key).knowledge.presence === 'unknown');
        if (unknown.some((key) => draft.entry(key).record !== undefined || draft.state.removals.has(key))) draft.open(index);
      });
      return;
    case 'seen':
      if (!draft.entries.has(event.key)) return;
      draft.scopes.noteShown(event.scope, event.key);
      draft.set(event.key, absorbView(draft.entry(event.key), event.view));
      return;
    case 'vanished': {
      const exact = draft.scopes.at(event.scope)?.scope.exact === true;
      if (draft.entries.has(event.key)) draft.set(event.key, absorbVanished(draft.entry(event.key), exact, event.resourceVersion));
      return;
    }
    case 'synced':
      absorbSynced(draft, event.scope, event.resourceVersion);
      return;
    case 'scope-failed':
      absorbScopeFailure(draft, event);
      return;
    case 'answer':
      takeAnswer(draft, event);
      return;
    case 'fence':
      if (draft.state.fencePending !== event.id) return;
      if (event.held) {
        const { fencePending: _pending, ...rest } = draft.state;
        draft.state = rest;
        draft.fenced = true;
      } else {
        stop(draft, event.message);
      }
      return;
    case 'diagnosed': {
      if (!draft.entries.has(event.key)) return;
      const { diagnosis: before, ...entry } = draft.entry(event.key);
      if (!jsonEqual(before, event.diagnosis)) draft.set(event.key, { ...entry, ...defined({ diagnosis: event.diagnosis }) });
      return;
    }
    case 'committed':
      draft.state = { ...draft.state, preflight: 'passed' };
      return;
    case 'reach': {
      const { unreachable: _unreachable, ...state } = draft.state;
      draft.state = { ...state, ...defined({ unreachable: event.problem }) };
      return;
    }
    case 'deadline':
      if (event.mark === draft.state.finishing?.mark) endFinishing(draft);
      else if (event.mark === draft.state.progress?.mark && draft.state.status === 'running' && draft.state.stopping === undefined) {
        draft.state = { ...draft.state, ending: true, deadlineExceeded: true };
      }
      return;
    case 'stop':
      stop(draft, event.reason, event.orderly);
      return;
  }
}

/** A run that has failed is finishing already. */
function stop(draft: Draft, reason: string, orderly = false): void {
  const wasEnding = isEnding(draft);
  draft.state = { ...draft.state, stopping: draft.state.stopping ?? reason };
  if (!orderly) endFinishing(draft);
  else if (!wasEnding) beginFinishing(draft);
}

function takeAnswer(draft: Draft, { id, key, request, answer, tookMs }: RequestAnswer): void {
  const entry = draft.entry(key);
  if (entry.contest.nudge === id) {
    const { nudge: _nudge, ...contest } = entry.contest;
    draft.set(key, { ...entry, contest });
    if (tookMs !== undefined) draft.state = { ...draft.state, nudgeTookMs: tookMs };
    return;
  }
  const { items, removals, preflight, front, task: { admission, dryRun } } = draft.state;
  const item = items.get(key);
  const ref = (item ?? removals.get(key))?.ref;
  if (pendingOf(entry) !== id || ref === undefined) return; // Answered twice, or late: what it says will be observed.
  draft.set(key, absorbAnswer(entry, request, answer, {
    ref,
    ...defined({ desired: item?.desired, admission, replaces: item?.replaces }),
    brought: item?.brought ?? false,
    dependent: item?.dependent ?? false,
    inPhase: item?.phase === 0 || (preflight === 'passed' && (item === undefined || item.phase <= front.batch)),
    isLook: dryRun,
  }));
}

function absorbSynced(draft: Draft, index: number, resourceVersion: string | undefined): void {
  const current = draft.scopes.at(index);
  if (current === undefined) return;
  const { scope, status, shown } = current;
  draft.scopes.set(index, { status: 'synced' });
  for (const key of scope.keys) {
    const entry = draft.entry(key);
    if (entry.knowledge.presence !== 'unknown' && (status !== 'opening' || shown.get(key) === true)) continue;
    draft.set(key, absorbUnseen(entry, scope.exact, resourceVersion, draft.state.removals.has(key)));
  }
}

function absorbScopeFailure(draft: Draft, { scope: index, unserved, forbidden }: ScopeFailure): void {
  const current = draft.scopes.at(index);
  if (current === undefined || current.status === 'replaced') return;
  const { keys, exact } = current.scope;
  for (const key of keys) draft.concerned.add(key);
  if (unserved) {
    // A kind that is not served has no objects; its stream is opened again when one of them was created.
    draft.scopes.set(index, { status: 'closed' });
    for (const key of keys) {
      const entry = draft.entry(key);
      const { presence } = entry.knowledge;
      if (presence !== 'absent') draft.set(key, presence === 'unknown' ? absent(entry) : doubted(entry));
    }
  } else if (forbidden && !exact) {
    const { items, removals } = draft.state;
    const refs = keys.map((key) => (items.get(key) ?? removals.get(key))?.ref).filter((ref) => ref !== undefined);
    for (const one of draft.scopes.replace(index, refs)) draft.open(one);
  } else {
    draft.scopes.set(index, { status: 'failed' });
    for (const key of keys) {
      if (draft.entry(key).knowledge.presence === 'unknown') draft.set(key, doubted(draft.entry(key)));
    }
  }
}

function advance(draft: Draft): void {
  if (draft.state.status !== 'running') return;
  if (isEnding(draft)) {
    advanceFinishing(draft);
    return;
  }
  if (draft.state.preflight === 'running') advancePreflight(draft);
  if (draft.state.preflight !== 'passed') return;
  if (!advancePhases(draft)) return;
  advanceRemovals(draft);
}

/** Nothing new is sent any more, but what `finishing.ts` says. */
function isEnding({ state }: Draft): boolean {
  return state.stopping !== undefined || state.ending === true;
}

/** What is under way is awaited, so that what it did is known. */
function finishEnding(draft: Draft): void {
  if (draft.state.status !== 'running' || !isEnding(draft)) return;
  if (draft.total('pending') > 0 || draft.state.preflight === 'committing' || draft.state.finishing !== undefined) return;
  draft.state = { ...draft.state, status: draft.state.ending === true ? 'failed' : 'stopped' };
}
