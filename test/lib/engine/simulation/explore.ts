/** Breadth-first search over every path of a world. A violation comes with the shortest path to it. */
import { createHash } from 'node:crypto';
import type { Entry } from '../../../../lib/engine';
import { judge } from './outcome';
import type { Process } from './process';
import { check, type Violation } from './rules';
import type { Simulation, World } from './world';

export interface Found extends Violation {
  /** What happened, one line each. */
  readonly path: readonly string[];
}

export interface Exploration {
  readonly states: number;
  /** Worlds in which nothing can happen any more. */
  readonly ends: readonly World[];
  readonly found?: Found;
}

interface Node {
  readonly world: World;
  readonly parent?: Node;
  readonly label: string;
}

const MAX_STATES = 1_500_000;

export function explore(simulation: Simulation): Exploration {
  const ends: World[] = [];
  const seen = new Map<string, Node>();
  const edges: (readonly [Node, Node])[] = [];
  const last: Node[] = [];
  const start: Node = { world: simulation.start(), label: 'start' };
  seen.set(textOf(start.world), start);
  let frontier: Node[] = [start];
  while (frontier.length > 0) {
    const following: Node[] = [];
    for (const node of frontier) {
      const transitions = simulation.next(node.world);
      if (transitions.length === 0) {
        ends.push(node.world);
        last.push(node);
        const bad = judge(simulation, node.world);
        if (bad !== undefined) return { states: seen.size, ends, found: { ...bad, path: pathOf(node) } };
      }
      for (const { world, happened } of transitions) {
        const child: Node = { world, parent: node, label: happened.label };
        const bad = check(simulation, node.world, world, happened);
        if (bad !== undefined) return { states: seen.size, ends, found: { ...bad, path: pathOf(child) } };
        const text = textOf(world);
        const known = seen.get(text);
        edges.push([node, known ?? child]);
        if (known !== undefined) continue;
        seen.set(text, child);
        following.push(child);
      }
    }
    if (seen.size > MAX_STATES) throw new Error(`more than ${MAX_STATES} states: make the world smaller`);
    frontier = following;
  }
  const endless = withoutEnd([...seen.values()], edges, last);
  const found: Found | undefined = endless === undefined ? undefined : { rule: 'L1', what: 'from here on no path leads to an end', path: pathOf(endless) };
  return { states: seen.size, ends, ...(found === undefined ? {} : { found }) };
}

/** The first world from which no end can be reached: the process runs in circles. */
function withoutEnd(nodes: readonly Node[], edges: readonly (readonly [Node, Node])[], ends: readonly Node[]): Node | undefined {
  const before = new Map<Node, Node[]>();
  for (const [from, to] of edges) {
    const list = before.get(to);
    if (list === undefined) before.set(to, [from]);
    else list.push(from);
  }
  const ending = new Set(ends);
  // A set can be added to while it is walked through.
  for (const node of ending) for (const from of before.get(node) ?? []) ending.add(from);
  return nodes.find((node) => !ending.has(node));
}

function textOf(world: World): string {
  return createHash('sha1').update(hash(world)).digest('base64');
}

/** For people. */
export function describeFound({ rule, what, path }: Found): string {
  return `${rule}: ${what}\n${path.map((label, index) => `  ${index}. ${label}`).join('\n')}`;
}

/** Equal text: the same future. Ids of requests only say which answer belongs to which object. */
function hash({ server, records, processes, reached, holder, faults, disturbed }: World): string {
  const objects = [...server.objects.values()].map(intern).sort();
  return [objects.join(), records.map(intern).join(), reached.map(intern).join(), holder, faults, disturbed, ...processes.map(hashOf)].join('\n');
}

function hashOf(process: Process | undefined): string {
  if (process === undefined) return '-';
  const { state, before, life, proven, waiting, sent, fence, answers, streams, deadline, wrote } = process;
  const running = life === 'running' || life === 'asleep' || life === 'over';
  const entries = running ? [...state.entries.values()].map((entry) => textOfEntry(entry)) : [];
  const scopes = running ? state.scopes.map(({ status, shown }) => status + keysOf(shown).join()) : [];
  const queues = streams.map(({ scope, open, queue }) => `${scope.id}${open}${queue.map(intern).join()}`);
  return [
    life, entries.join('|'), scopes.join(), state.preflight, state.status, state.stopping, state.ending, state.fencePending !== undefined, proven, intern(before),
    requests(waiting), requests(sent), fence !== undefined, deadline, answers.map(intern).sort().join(), queues.join(';'), running ? wrote.join() : '',
  ].join('/');
}

/** Those that were shown. */
function keysOf(shown: Iterable<readonly [string, boolean]>): readonly string[] {
  return [...shown].flatMap(([key, isShown]) => (isShown ? [key] : [])).sort();
}

function requests(list: Process['sent']): string {
  return list.map(({ key, request }) => key + intern(request)).sort().join();
}

const texts = new WeakMap<Entry, string>();

function textOfEntry(entry: Entry): string {
  let text = texts.get(entry);
  if (text === undefined) {
    const { knowledge, progress, contest: { nudge, ...contest }, dryRun, record } = entry;
    const { view, ...known } = { view: undefined, ...knowledge };
    const { attempts, ...way } = progress;
    text = [known, contest].map((part) => JSON.stringify(part)).join() + [dryRun, nudge !== undefined, attempts > 0].join()
      + [view, record, { ...way, ...('poll' in way ? { poll: 'some' } : {}) }].map(intern).join();
    texts.set(entry, text);
  }
  return text;
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

function pathOf(node: Node): readonly string[] {
  const labels: string[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) labels.unshift(at.label);
  return labels;
}
