/** Breadth-first search over every path of a world. A violation comes with the shortest path to it. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** Something that may happen next. */
export interface Following<World> {
  readonly world: World;
  readonly label: string;
  readonly isFault: boolean;
}

export interface Searched<World, Next extends Following<World> = Following<World>> {
  start(): World;
  next(world: World): Promise<readonly Next[]>;
  /** Worlds of equal name have the same future. */
  nameOf(world: World): string;
  /** @returns the world with what it remembers for the rules, and what is violated */
  check(before: World, next: Next): { readonly world: World; readonly bad?: Violation };
  /** Of a world in which nothing happens any more. */
  judge(world: World): Promise<Violation | undefined>;
}

export interface Found extends Violation {
  /** What happened, one line each. */
  readonly path: readonly string[];
}

export interface Exploration {
  readonly states: number;
  readonly ends: number;
  readonly found?: Found;
}

interface Node<World> {
  readonly world: World;
  readonly parent?: Node<World>;
  readonly label: string;
}

const MAX_STATES = 400_000;
/** Every path ends. */
export const ENDLESS = 'from here on no path leads to an end';

/** @param endless the rule that is violated where no path leads to an end */
export async function explore<World, Next extends Following<World>>(searched: Searched<World, Next>, endless: string): Promise<Exploration> {
  const start: Node<World> = { world: searched.start(), label: 'start' };
  const seen = new Map([[searched.nameOf(start.world), start]]);
  const before = new Map<Node<World>, Node<World>[]>();
  const ends: Node<World>[] = [];
  const foundAt = (bad: Violation, path: readonly string[]): Exploration => ({ states: seen.size, ends: ends.length, found: { ...bad, path } });
  let frontier = [start];
  while (frontier.length > 0) {
    const following: Node<World>[] = [];
    for (const node of frontier) {
      const all = await searched.next(node.world);
      if (all.every(({ isFault }) => isFault)) {
        ends.push(node);
        const bad = await searched.judge(node.world);
        if (bad !== undefined) return foundAt(bad, pathOf(node));
      }
      for (const next of all) {
        const { world, bad } = searched.check(node.world, next);
        if (bad !== undefined) return foundAt(bad, [...pathOf(node), next.label]);
        const name = searched.nameOf(world);
        const known = seen.get(name);
        const child = known ?? { world, parent: node, label: next.label };
        before.set(child, [...(before.get(child) ?? []), node]);
        if (known !== undefined) continue;
        seen.set(name, child);
        following.push(child);
      }
    }
    if (seen.size > MAX_STATES) throw new Error(`more than ${MAX_STATES} states: make the world smaller`);
    frontier = following;
  }
  const ending = new Set(ends);
  // A set can be added to while it is walked through.
  for (const node of ending) for (const from of before.get(node) ?? []) ending.add(from);
  const lost = [...seen.values()].find((node) => !ending.has(node));
  return lost === undefined ? { states: seen.size, ends: ends.length } : foundAt({ rule: endless, what: ENDLESS }, pathOf(lost));
}

function pathOf<World>(node: Node<World>): readonly string[] {
  const labels: string[] = [];
  for (let at: Node<World> | undefined = node; at !== undefined; at = at.parent) labels.unshift(at.label);
  return labels;
}

/** For people. */
export function describeFound({ rule, what, path }: Found): string {
  return `${rule}: ${what}\n${path.map((label, index) => `  ${index}. ${label}`).join('\n')}`;
}
