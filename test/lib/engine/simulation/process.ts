/** One process in a world: the state of the core, and what is under way between it and the API server. */
import type { KubeObject } from '../../../../lib/api';
import {
  begin, inventoryOf, step, type Built, type Event, type InventoryEntry, type Request, type State, type Step,
} from '../../../../lib/engine';
import { selectorLabels, type Scope } from '../../../../lib/engine/core/state/task';
import type { Role } from './roles';

/** The core that is tried; a guard may be missing from it. */
export interface Core {
  readonly begin: (task: Built['task']) => Step;
  readonly step: (state: State, event: Event) => Step;
}

export const CORE: Core = { begin: (task) => begin(task), step };

export type Message =
  | { readonly type: 'changed'; readonly object: KubeObject }
  | { readonly type: 'removed'; readonly key: string; readonly version: string }
  | { readonly type: 'synced'; readonly version: string };

export interface Stream {
  readonly scope: Scope;
  /** The server has taken up the stream: from then on it tells every change. */
  readonly open: boolean;
  readonly queue: readonly Message[];
}

export type Sent = Extract<Request, { key: string }>;

export interface Process {
  readonly state: State;
  readonly built: Built;
  /** What was on record when it began. */
  readonly before: readonly InventoryEntry[];
  /** `over`: the run has ended, and has not put that on record yet. */
  readonly life: 'running' | 'asleep' | 'over' | 'done' | 'dead';
  /** Its last proof that it holds the extension is young enough to write without asking. */
  readonly proven: boolean;
  /** Waits for its delay, or for the fence. */
  readonly waiting: readonly Sent[];
  /** Sent, not yet at the server. */
  readonly sent: readonly Sent[];
  /** The core asks whether it still holds the extension. */
  readonly fence?: number;
  /** At the server, the answer is under way. */
  readonly answers: readonly Event[];
  readonly streams: readonly Stream[];
  readonly deadline?: number;
  /** The time for what a run that ends still has to finish is up. */
  readonly late?: true;
  /** `create key`, ...: what the server stored for it; `in vain`, where that changed nothing. */
  readonly wrote: readonly string[];
}

/** @param locked requests wait until it is sure that the extension is held */
export function started(core: Core, role: Role, record: readonly InventoryEntry[], locked: boolean): Process {
  const built = role.build(record);
  const first = core.begin(built.task);
  const empty: Process = {
    state: first.state, built, before: record, life: 'running', proven: true, waiting: [], sent: [], answers: [], streams: [], wrote: [],
  };
  return taken(empty, first, locked);
}

/** The requests of a step are on their way. */
export function taken(process: Process, { state, requests }: Step, locked: boolean): Process {
  const waiting = [...process.waiting];
  const sent = [...process.sent];
  const answers = [...process.answers];
  const streams = [...process.streams];
  let { fence, deadline } = process;
  for (const request of requests) {
    if ('observe' in request) streams.push({ scope: request.observe, open: false, queue: [] });
    else if ('commit' in request) answers.push({ type: 'committed' });
    else if ('deadline' in request) deadline = request.mark;
    else if ('fence' in request) fence = request.id;
    else if (locked && (request.delayMs > 0 || !process.proven || request.request.type === 'replace')) waiting.push(request);
    else sent.push(request);
  }
  const life = state.status === 'running' ? process.life : 'over';
  const asked = { ...(fence === undefined ? {} : { fence }), ...(deadline === undefined ? {} : { deadline }) };
  return { ...process, state, life, waiting, sent, answers, streams, ...asked };
}

/** What a run leaves on record. One that wrote nothing leaves the record as it found it. */
export function recordAfter({ state, before }: Process): readonly InventoryEntry[] {
  return state.task.phases.length > 0 && state.preflight !== 'passed' ? before : inventoryOf(state.task, state.entries);
}

export function selects({ observe, exact }: Scope, live: KubeObject): boolean {
  if (live.kind !== observe.kind) return false;
  if (exact) return live.metadata.name === observe.name;
  return Object.entries(selectorLabels(observe.labelSelector ?? '')).every(([name, value]) => live.metadata.labels?.[name] === value);
}
