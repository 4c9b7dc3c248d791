/**
 * Breadth-first search over every path of a world, with the invariants checked on the way. A violation comes with its path.
 */
import { inventoryOf, type Entry, type InventoryEntry } from '../../../../lib/engine';
import type { Server } from './api-server';
import type { Happened, Simulation, World } from './world';

export interface Exploration {
  readonly states: number;
  /** Worlds in which nothing can happen any more. */
  readonly ends: readonly World[];
  readonly violations: readonly string[];
}

interface Node {
  readonly world: World;
  readonly parent?: Node;
  readonly label: string;
  /** Objects of the revision that were as desired and ready at some time of this rollout. */
  readonly wasReady: ReadonlySet<string>;
}

const MAX_STATES = 400_000;

export function explore(simulation: Simulation): Exploration {
  const violations: string[] = [];
  const ends: World[] = [];
  const seen = new Set<string>();
  const first = simulation.start();
  const root: Node = { world: first.world, label: 'start', wasReady: new Set() };
  let frontier: Node[] = [{ ...root, wasReady: ready(simulation, root) }];
  while (frontier.length > 0 && violations.length === 0) {
    const following: Node[] = [];
    for (const node of frontier) {
      const transitions = simulation.next(node.world);
      if (transitions.length === 0) {
        ends.push(node.world);
        const stuck = node.world.state.status === 'running' && !node.world.crashed;
        if (stuck) violations.push(`stuck: nothing can happen any more, and the run has not ended\n${pathOf(node)}`);
      }
      for (const { world, happened } of transitions) {
        const child: Node = { world, parent: node, label: happened.label, wasReady: node.wasReady };
        const problem = check(simulation, node, happened);
        if (problem !== undefined) violations.push(`${problem}\n${pathOf(child)}`);
        const key = hash(world);
        if (seen.has(key)) continue;
        seen.add(key);
        following.push({ ...child, wasReady: ready(simulation, child) });
      }
    }
    if (seen.size > MAX_STATES) throw new Error(`more than ${MAX_STATES} states: make the world smaller`);
    frontier = following;
  }
  return { states: seen.size, ends, violations };
}

/** One path without faults, to its end: what a later run of the command does. */
export function runOnce(simulation: Simulation, server: Server): World {
  let { world } = simulation.start(server);
  for (let steps = 0; steps < 2_000; steps += 1) {
    const [next] = simulation.next(world);
    if (next === undefined) return world;
    ({ world } = next);
  }
  throw new Error('the run does not end');
}

/** What the run put on record: at its end, or the superset that it wrote before its first object. */
export function recordOf({ state, crashed }: World): readonly InventoryEntry[] {
  if (!crashed) return inventoryOf(state.task, state.entries);
  const planned = [...state.task.items, ...state.task.removals];
  return inventoryOf(state.task, new Map(planned.map(({ key, record }) => [key, record === undefined ? {} : { record }])));
}

function ready(simulation: Simulation, node: Node): ReadonlySet<string> {
  const result = new Set(node.wasReady);
  for (const { key } of node.world.state.task.items) {
    const object = node.world.server.objects.get(key);
    if (object === undefined || result.has(key)) continue;
    const view = simulation.view(object);
    if (view.exact && view.ready.status === 'pass') result.add(key);
  }
  return result;
}

/** The rules of the engine (safety). `node` is what was before. */
function check(simulation: Simulation, { world: { state, server }, wasReady }: Node, { event, sent = [], stored }: Happened): string | undefined {
  const { task } = state;
  for (const request of sent) {
    if (!('key' in request)) continue;
    const { type } = request.request;
    const fenced = event?.type === 'fence' && event.held;
    if ((type === 'delete' || type === 'release') && !fenced) return `${request.key} is to be deleted without asking whether we still hold the extension`;
    if (type !== 'read' && type !== 'dry-run' && state.preflight === 'running') return `${request.key} is written before the preflight has passed`;
  }
  if (stored === undefined || stored.changes.length === 0) return undefined;
  const { key, request } = stored;
  const item = task.items.find((candidate) => candidate.key === key);
  const removal = task.removals.find((candidate) => candidate.key === key);
  const before = server.objects.get(key);
  const relation = before === undefined ? undefined : simulation.view(before).ownership.relation;
  if (item !== undefined) {
    if (request.type === 'delete' || request.type === 'release') return `${key} is kept, and was deleted`;
    if (relation !== undefined && relation !== 'ours' && item.protection === 'Prevent') return `${key} is not ours, and was written under Prevent`;
    const early = task.items.find((other) => other.phase < item.phase && !wasReady.has(other.key));
    if (early !== undefined) return `${key} was written before ${early.key} of an earlier phase was ready`;
    return undefined;
  }
  if (removal === undefined) return `${key} is no part of the task, and was written`;
  if (relation !== 'ours') return `${key} is not ours, and was deleted`;
  const unready = task.items.find((other) => !wasReady.has(other.key));
  if (unready !== undefined) return `${key} was deleted before ${unready.key} was ready`;
  const later = task.removals.find((other) => {
    const live = server.objects.get(other.key);
    return other.order > removal.order && live !== undefined && simulation.view(live).ownership.relation === 'ours';
  });
  return later === undefined ? undefined : `${key} was deleted before ${later.key} of a later phase`;
}

/** Equal text: the same future. Ids of requests only say which answer belongs to which object. */
function hash({ server, state, sent, answers, streams, faults, crashed }: World): string {
  const objects = [...server.objects.values()].map(intern).sort();
  const entries = [...state.entries.values()].map((entry) => textOfEntry(entry));
  const scopes = state.scopes.map(({ status, shown }) => status + [...shown].sort().join());
  const queues = streams.map(({ scope, open, queue }) => `${scope.id}${open}${queue.map(intern).join()}`);
  return [
    objects.join(), entries.join('|'), scopes.join(), state.preflight, state.status, state.fencePending !== undefined, faults, crashed,
    sent.map(({ key, request }) => key + intern(request)).sort().join(), answers.map(intern).sort().join(), queues.join(';'),
  ].join('\n');
}

function textOfEntry(entry: Entry): string {
  const { view, pending, attempts, record, settled, ...rest } = entry;
  return `${JSON.stringify(rest)}${pending !== undefined}${attempts > 0}${intern(view)}${intern(record)}${intern(settled)}`;
}

const numbers = new Map<string, string>();
const interned = new WeakMap<object, string>();

/** A short name for content; the same parts recur in thousands of worlds. Ids of requests do not count. */
function intern(part: object | undefined): string {
  if (part === undefined) return '-';
  let name = interned.get(part);
  if (name === undefined) {
    const text = JSON.stringify(part, (member, value: unknown) => (member === 'id' ? undefined : value));
    name = numbers.get(text) ?? String(numbers.size);
    numbers.set(text, name);
    interned.set(part, name);
  }
  return name;
}

function pathOf(node: Node): string {
  const labels: string[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) labels.unshift(at.label);
  return labels.map((label, index) => `  ${index}. ${label}`).join('\n');
}
