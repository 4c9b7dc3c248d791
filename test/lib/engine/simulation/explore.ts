/** Breadth-first search over every path of a world. A violation comes with the shortest path to it. */
import { judge } from './outcome';
import { nameOf, Parts } from './parts/parts';
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
  const parts = new Parts();
  const start: Node = { world: simulation.start(), label: 'start' };
  seen.set(nameOf(start.world), start);
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
        const bad = check(simulation, node.world, world, happened);
        if (bad !== undefined) return { states: seen.size, ends, found: { ...bad, path: [...pathOf(node), happened.label] } };
        const name = nameOf(world);
        const known = seen.get(name);
        const child = known ?? { world: parts.shared(world), parent: node, label: happened.label };
        edges.push([node, child]);
        if (known !== undefined) continue;
        seen.set(name, child);
        following.push(child);
      }
    }
    if (seen.size > MAX_STATES) throw new Error(`more than ${MAX_STATES} states: make the world smaller`);
    frontier = following;
  }
  const endless = withoutEnd([...seen.values()], edges, last);
  const found: Found | undefined = endless === undefined ? undefined : {
    rule: 'L1',
    what: 'from here on no path leads to an end',
    path: pathOf(endless),
  };
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

/** For people. */
export function describeFound({ rule, what, path }: Found): string {
  return `${rule}: ${what}\n${path.map((label, index) => `  ${index}. ${label}`).join('\n')}`;
}

function pathOf(node: Node): readonly string[] {
  const labels: string[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) labels.unshift(at.label);
  return labels;
}
