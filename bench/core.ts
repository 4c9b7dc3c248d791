/**
 * What the pure core of the engine costs by itself: a rollout or a teardown of N objects, answered at once:
 * `npx tsx bench/core.ts [N ...]`. The figures are of one process and one thread; nothing is sent anywhere.
 */
import { begin, step, type Event, type Item, type ObjectView, type Removal, type Request, type State, type Task } from '../lib/engine';
import type { StepAnswer } from '../lib/engine/core';

interface Scene {
  readonly name: string;
  readonly task: (count: number) => Task;
  /** What streams show first: objects as they are. */
  readonly exists?: true;
  /** An object becomes ready only after it was written, and a stream shows it. */
  readonly late?: true;
}

const view = (version: number, ready: boolean): ObjectView => ({
  uid: 'uid', resourceVersion: String(version), terminating: false, finalizers: [], ownership: { relation: 'ours', listed: true },
  exact: true, owned: 'owned', interference: [], toMerge: false, labelled: true,
  ready: { status: ready ? 'pass' : 'fail', message: '', terminal: false },
});

const refOf = (kind: string, index: number) => ({ apiVersion: 'v1', kind, namespace: 'n', name: `o${index}` });
const item = (index: number, phase: number, kind: string, more: Partial<Item> = {}): Item => ({
  key: `${kind}/o${index}`, ref: refOf(kind, index), phase, protection: 'Prevent', desired: `d${index}`, watched: kind === 'Deployment',
  dependent: false, brought: false, ...more,
});
const record = (index: number) => ({ uid: 'uid', desired: `d${index}`, owned: 'owned' });
const task = (items: readonly Item[], removals: readonly Removal[] = [], more: Partial<Task> = {}): Task => ({
  revision: 1, phases: [...new Set(items.map(({ phase }) => phase))].map((phase) => `phase-${phase}`), items, removals, owned: true,
  preflight: 'new-content', dryRun: false, wait: true, labelSelector: 'app=x', ...more,
});
const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const removal = (index: number): Removal => ({
  key: `ConfigMap/o${index}`,
  ref: refOf('ConfigMap', index),
  order: Math.floor(index / 100),
  phase: 'p',
  orphan: false,
  record: record(index),
});

const SCENES: readonly Scene[] = [
  { name: 'install, one phase', task: (count) => task(range(count, (index) => item(index, 0, 'ConfigMap'))) },
  {
    name: 'install, twenty phases',
    task: (count) => task(range(count, (index) => item(index, Math.floor((index * 20) / count), 'ConfigMap'))),
  },
  { name: 'install, ready later', late: true, task: (count) => task(range(count, (index) => item(index, 0, 'Deployment'))) },
  {
    name: 'install, with a deadline', late: true,
    task: (count) => task(range(count, (index) => item(index, 0, 'Deployment')), [], { progressDeadlineMs: 60_000 }),
  },
  {
    name: 'unchanged', exists: true,
    task: (count) => task(range(count, (index) => item(index, 0, 'ConfigMap', { record: record(index) }))),
  },
  { name: 'teardown', exists: true, task: (count) => task([], range(count, removal)) },
];

interface Figures {
  readonly events: number;
  readonly ms: number;
  readonly status: string;
}

function play({ exists, late, task: taskOf }: Scene, count: number): Figures {
  const built = taskOf(count);
  const keys = [...built.items, ...built.removals].map(({ key }) => key);
  const queue: Event[] = [];
  let version = 0;
  let events = 0;
  const answer = (request: Request): void => {
    if ('observe' in request) {
      const { id: scope } = request.observe;
      if (exists === true) for (const key of keys) queue.push({ type: 'seen', key, scope, view: view((version += 1), true) });
      queue.push({ type: 'synced', scope, resourceVersion: String((version += 1)) });
    } else if ('commit' in request) queue.push({ type: 'committed' });
    else if ('fence' in request) queue.push({ type: 'fence', id: request.id, held: true, message: '' });
    else if ('key' in request) {
      const { id, key, request: { type } } = request;
      const shown = (ready: boolean) => view((version += 1), ready);
      const stored: StepAnswer = { type: 'object', created: true, view: shown(late !== true) };
      queue.push({ type: 'answer', id, key, request: type, answer: type === 'delete' ? { type: 'gone' } : stored });
      if (late === true && type === 'create') queue.push({ type: 'seen', key, scope: 0, view: shown(true) });
    }
  };
  const before = performance.now();
  let { state, requests }: { readonly state: State; readonly requests: readonly Request[] } = begin(built);
  requests.forEach(answer);
  for (let next = 0; next < queue.length && state.status === 'running'; next += 1) {
    ({ state, requests } = step(state, queue[next] as Event));
    requests.forEach(answer);
    events += 1;
  }
  return { events, ms: performance.now() - before, status: state.status };
}

const sizes = process.argv.slice(2).map(Number);
play(SCENES[0] as Scene, 200); // Warm.
for (const scene of SCENES) {
  for (const count of sizes.length === 0 ? [1_000, 5_000, 10_000] : sizes) {
    const { events, ms, status } = play(scene, count);
    const figures = `${String(count).padStart(6)} objects ${String(events).padStart(6)} events ${(ms / 1000).toFixed(3).padStart(9)} s`;
    console.log(`${scene.name.padEnd(26)} ${figures}  ${status}`);
  }
}
