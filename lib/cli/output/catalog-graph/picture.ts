/**
 * What of a channel is drawn. A line for each edge would bury a channel of a hundred versions under thousands: so versions that are alike
 * in all that matters share a box, and of the edges those are drawn that show how an entry is reached. The texts of the boxes say the
 * rest. Pure.
 */
import type { EdgeKind, GraphChannel, GraphEdge, GraphNode, GraphOutsider } from '../../../catalog';

export interface Picture {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

export interface Box {
  /** `older`: what is too old to be drawn one by one. */
  readonly kind: 'version' | 'versions' | 'outsiders' | 'older';
  /** Newest first; of outsiders empty. */
  readonly nodes: readonly GraphNode[];
  readonly outsiders: readonly GraphOutsider[];
  /** Places of the boxes from which there is an edge to this one. */
  readonly from: readonly number[];
}

/** By the places of the boxes. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  readonly isIgnoredByV0: boolean;
}

/** So many alike make a box of several. */
const ALIKE = 3;
/** So many entries of a channel are drawn, the newest ones. */
const DRAWN = 400;
/** Of an entry that skips more, the line from the newest of them is drawn. */
export const MOST_SKIPS = 4;

export function pictureOf(channel: GraphChannel): Picture {
  const drawn = channel.nodes.slice(0, DRAWN);
  const wanted = [...linesOfEntries(drawn), ...linesOfTheRest(drawn)];
  const groups = [...grouped(drawn), ...older(channel.nodes.slice(DRAWN)), ...outside(channel, drawn, wanted)];
  const places = placesIn(groups);
  const boxes = groups.map((group, place) => {
    const names = group.nodes.flatMap(({ edges }) => edges.map(({ from }) => from));
    return { ...group, from: [...new Set(placesOf(names, places))].filter((from) => from !== place).sort((a, b) => a - b) };
  });
  return { boxes, lines: linesBetween(wanted, places) };
}

/** A box before it is known which others lead to it. */
type Group = Omit<Box, 'from'>;

/** An edge with the entry that it leads to. */
interface Wanted extends GraphEdge {
  readonly to: string;
}

/** What an entry replaces, what it skips, and the newest version in its range. */
function linesOfEntries(nodes: readonly GraphNode[]): readonly Wanted[] {
  const ages = agesOf(nodes);
  return nodes.flatMap(({ name, edges }) => {
    const of = (kind: EdgeKind): readonly GraphEdge[] => edges.filter((edge) => edge.kind === kind && edge.from !== name);
    const skips = of('skips');
    const drawnSkips = skips.length > MOST_SKIPS ? newest(skips, ages) : skips;
    return [...of('replaces'), ...drawnSkips, ...newest(of('skipRange'), ages)].map((edge) => ({ ...edge, to: name }));
  });
}

/** Versions that lead on, but have no line yet: one to the oldest entry that follows them. */
function linesOfTheRest(nodes: readonly GraphNode[]): readonly Wanted[] {
  const begun = new Set(linesOfEntries(nodes).map(({ from }) => from));
  const own = new Set(nodes.map(({ name }) => name));
  const found = new Map<string, Wanted>();
  for (const { name, edges } of nodes) {
    for (const edge of edges) {
      if (own.has(edge.from) && !begun.has(edge.from) && edge.from !== name) found.set(edge.from, { ...edge, to: name });
    }
  }
  return [...found.values()];
}

function agesOf(nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
  return new Map(nodes.map(({ name }, age) => [name, age]));
}

/** What is in the channel is newer than what is not. */
function newest(edges: readonly GraphEdge[], ages: ReadonlyMap<string, number>): readonly GraphEdge[] {
  const age = ({ from }: GraphEdge): number => ages.get(from) ?? Infinity;
  const [first, ...others] = edges;
  return first === undefined ? [] : [others.reduce((best, edge) => (age(edge) < age(best) ? edge : best), first)];
}

/** Versions that nothing distinguishes: reached from the same, leading to the same, with the same marks. */
function grouped(nodes: readonly GraphNode[]): readonly Group[] {
  const onward = new Map<string, string[]>();
  for (const { name, edges } of nodes) for (const { from, kind } of edges) put(onward, from, `${kind} ${name}`);
  const keys = nodes.map(({ name, isHead, isSkipped, isMissing, deprecation, edges }) => {
    const marks = { isSkipped, isMissing, deprecation, back: edges.map(({ kind, from }) => `${kind} ${from}`), on: onward.get(name) };
    // Heads are what one looks for.
    return JSON.stringify(isHead ? name : marks);
  });
  const alike = new Map<string, GraphNode[]>();
  for (const [index, node] of nodes.entries()) put(alike, keys[index] ?? '', node);
  return nodes.flatMap((node, index): readonly Group[] => {
    const group = alike.get(keys[index] ?? '') ?? [];
    if (group.length < ALIKE) return [{ kind: 'version', nodes: [node], outsiders: [] }];
    return group[0] === node ? [{ kind: 'versions', nodes: group, outsiders: [] }] : [];
  });
}

function put<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function older(nodes: readonly GraphNode[]): readonly Group[] {
  return nodes.length === 0 ? [] : [{ kind: 'older', nodes, outsiders: [] }];
}

/** Outsiders from which a line begins. Those in a range that nothing of the channel is in share a box. */
function outside({ outsiders }: GraphChannel, nodes: readonly GraphNode[], wanted: readonly Wanted[]): readonly Group[] {
  const byName = new Map(outsiders.map((outsider) => [outsider.name, outsider]));
  const placed = new Set<string>();
  const edgesOf = new Map(nodes.map(({ name, edges }) => [name, edges]));
  // What is named comes first: it has a box of its own.
  const ordered = [...wanted].sort((a, b) => Number(a.kind === 'skipRange') - Number(b.kind === 'skipRange'));
  return ordered.flatMap(({ from, to, kind }): readonly Group[] => {
    if (!byName.has(from) || placed.has(from)) return [];
    const inRange = kind === 'skipRange' ? (edgesOf.get(to) ?? []).filter((edge) => edge.kind === kind).map((edge) => edge.from) : [];
    const names = [from, ...inRange].filter((name, index, all) => byName.has(name) && !placed.has(name) && all.indexOf(name) === index);
    for (const name of names) placed.add(name);
    const members = outsiders.filter(({ name }) => names.includes(name));
    return [{ kind: 'outsiders', nodes: [], outsiders: members }];
  });
}

/** Of bundles by their names: the place of their box. */
export function placesIn(boxes: readonly Group[]): ReadonlyMap<string, number> {
  return new Map(boxes.flatMap(({ nodes, outsiders }, place) => [...nodes, ...outsiders].map(({ name }) => [name, place] as const)));
}

function placesOf(names: readonly string[], places: ReadonlyMap<string, number>): readonly number[] {
  return names.flatMap((name) => places.get(name) ?? []);
}

/** One of each kind between two boxes; what is replaced or skipped anyway needs none for the range. */
function linesBetween(wanted: readonly Wanted[], places: ReadonlyMap<string, number>): readonly Line[] {
  const lines = new Map<string, Line>();
  const order: readonly EdgeKind[] = ['replaces', 'skips', 'skipRange'];
  for (const kind of order) {
    for (const edge of wanted) {
      const [from, to] = [places.get(edge.from), places.get(edge.to)];
      if (edge.kind !== kind || from === undefined || to === undefined || from === to) continue;
      if (kind === 'skipRange' && (lines.has(`replaces ${from} ${to}`) || lines.has(`skips ${from} ${to}`))) continue;
      const key = `${kind} ${from} ${to}`;
      const before = lines.get(key);
      lines.set(key, { from, to, kind, isIgnoredByV0: edge.isIgnoredByV0 && (before?.isIgnoredByV0 ?? true) });
    }
  }
  return [...lines.values()];
}
