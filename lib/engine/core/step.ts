/**
 * The pure core of a run: `step(state, event)` gives the next state and the requests to send. No clock, no network, no content.
 * The rules: nothing is written before the preflight of everything that can be asked; a phase is written when every phase
 * before it is complete; what has to go, goes in reverse order after that; every batch that deletes passes the fence first.
 */
import { defined } from '../../defined';
import { absorbAnswer } from './absorb/answers';
import { absent, absorbUnseen, absorbVanished, absorbView } from './absorb/streams';
import { Draft, type Step } from './draft';
import { doubted, pendingOf } from './entry';
import { advancePhases } from './phases';
import { advancePreflight } from './preflight';
import { noteProgress } from './progress';
import { advanceRemovals } from './removals';
import { initialState, type Event, type State } from './state';
import { scopesByName, type Removal, type Task } from './task';
import type { ObjectView } from './view';

/** @param known objects that live reads have just shown, by key */
export function begin(task: Task, known: ReadonlyMap<string, ObjectView> = new Map()): Step {
  const state = initialState(task);
  const entries = new Map(state.entries);
  for (const [key, view] of known) {
    const entry = entries.get(key);
    if (entry !== undefined) entries.set(key, absorbView(entry, view));
  }
  return step({ ...state, entries }, { type: 'start' });
}

export function step(state: State, event: Event): Step {
  const draft = new Draft(state);
  absorb(draft, event);
  advance(draft);
  finishEnding(draft);
  noteProgress(draft);
  return draft.finish();
}

function absorb(draft: Draft, event: Event): void {
  switch (event.type) {
    case 'start':
      draft.scopes.forEach(({ scope }, index) => {
        // What no earlier run applied needs no look: it is created, or refused because it exists.
        const unknown = scope.keys.filter((key) => draft.entry(key).knowledge.presence === 'unknown');
        if (unknown.some((key) => draft.entry(key).record !== undefined || draft.state.removals.has(key))) draft.open(index);
      });
      return;
    case 'seen': {
      if (!draft.entries.has(event.key)) return;
      const index = draft.scopes.findIndex(({ scope }) => scope.id === event.scope);
      const current = draft.scopes[index];
      if (current?.status === 'opening') draft.scopes[index] = { ...current, shown: new Set([...current.shown, event.key]) };
      draft.set(event.key, absorbView(draft.entry(event.key), event.view));
      return;
    }
    case 'vanished': {
      const exact = draft.scopes.some(({ scope }) => scope.id === event.scope && scope.exact);
      if (draft.entries.has(event.key)) draft.set(event.key, absorbVanished(draft.entry(event.key), exact, event.resourceVersion));
      return;
    }
    case 'synced':
      absorbSynced(draft, event.scope, event.resourceVersion);
      return;
    case 'scope-failed':
      absorbScopeFailure(draft, event);
      return;
    case 'answer': {
      const entry = draft.entry(event.key);
      if (entry.contest.nudge === event.id) {
        const { nudge: _nudge, ...contest } = entry.contest;
        draft.set(event.key, { ...entry, contest });
        return;
      }
      if (pendingOf(entry) !== event.id) return; // Answered twice, or late: what it says will be observed.
      const item = draft.state.items.get(event.key);
      const owner = item ?? (draft.state.removals.get(event.key) as Removal);
      const context = {
        ref: owner.ref,
        ...defined({ desired: item?.desired }),
        brought: item?.brought ?? false,
        dependent: item?.dependent ?? false,
        inPhase: draft.state.preflight === 'passed' || item?.phase === 0,
      };
      draft.set(event.key, absorbAnswer(entry, event.request, event.answer, context));
      return;
    }
    case 'fence':
      if (draft.state.fencePending !== event.id) return;
      if (event.held) {
        const { fencePending: _pending, ...rest } = draft.state;
        draft.state = rest;
        draft.fenced = true;
      } else {
        draft.state = { ...draft.state, stopping: event.message };
      }
      return;
    case 'committed':
      draft.state = { ...draft.state, preflight: 'passed' };
      return;
    case 'reach': {
      const { unreachable: _unreachable, ...state } = draft.state;
      draft.state = { ...state, ...defined({ unreachable: event.problem }) };
      return;
    }
    case 'deadline':
      if (event.mark === draft.state.progress?.mark && draft.state.status === 'running' && draft.state.stopping === undefined) {
        draft.state = { ...draft.state, ending: true, deadlineExceeded: true };
      }
      return;
    case 'stop':
      draft.state = { ...draft.state, stopping: draft.state.stopping ?? event.reason };
      return;
  }
}

function absorbSynced(draft: Draft, id: number, resourceVersion: string | undefined): void {
  draft.scopes.forEach((current, index) => {
    if (current.scope.id !== id) return;
    draft.scopes[index] = { ...current, status: 'synced' };
    for (const key of current.scope.keys) {
      const entry = draft.entry(key);
      if (entry.knowledge.presence !== 'unknown' && (current.status !== 'opening' || current.shown.has(key))) continue;
      draft.set(key, absorbUnseen(entry, current.scope.exact, resourceVersion, draft.state.removals.has(key)));
    }
  });
}

function absorbScopeFailure(draft: Draft, event: Extract<Event, { type: 'scope-failed' }>): void {
  const index = draft.scopes.findIndex(({ scope }) => scope.id === event.scope);
  const current = draft.scopes[index];
  if (current === undefined || current.status === 'replaced') return;
  if (event.unserved) {
    // A kind that is not served has no objects; its stream is opened again when one of them was created.
    draft.scopes[index] = { ...current, status: 'closed' };
    for (const key of current.scope.keys) {
      const entry = draft.entry(key);
      const { presence } = entry.knowledge;
      if (presence !== 'absent') draft.set(key, presence === 'unknown' ? absent(entry) : doubted(entry));
    }
  } else if (event.forbidden && !current.scope.exact) {
    draft.scopes[index] = { ...current, status: 'replaced' };
    const { items, removals } = draft.state;
    const refs = current.scope.keys.map((key) => (items.get(key) ?? removals.get(key))?.ref).filter((ref) => ref !== undefined);
    for (const scope of scopesByName(current.scope, refs, draft.scopes.length)) {
      draft.scopes.push({ scope, status: 'closed', shown: new Set() });
      draft.open(draft.scopes.length - 1);
    }
  } else {
    draft.scopes[index] = { ...current, status: 'failed' };
    for (const key of current.scope.keys) {
      if (draft.entry(key).knowledge.presence === 'unknown') draft.set(key, doubted(draft.entry(key)));
    }
  }
}

function advance(draft: Draft): void {
  if (draft.state.status !== 'running' || isEnding(draft)) return;
  if (draft.state.preflight === 'running') advancePreflight(draft);
  if (draft.state.preflight !== 'passed') return;
  if (!advancePhases(draft)) return;
  advanceRemovals(draft);
}

/** Nothing new is sent any more. */
function isEnding({ state }: Draft): boolean {
  return state.stopping !== undefined || state.ending === true;
}

/** What is under way is awaited, so that what it did is known. */
function finishEnding(draft: Draft): void {
  if (draft.state.status !== 'running' || !isEnding(draft)) return;
  const inFlight = [...draft.entries.values()].some((entry) => pendingOf(entry) !== undefined);
  if (inFlight || draft.state.preflight === 'committing') return;
  draft.state = { ...draft.state, status: draft.state.ending === true ? 'failed' : 'stopped' };
}
