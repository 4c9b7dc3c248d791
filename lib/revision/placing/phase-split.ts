/** Phases of a limited size in which no object waits for another; merged again where the API's limit of phases asks for it. */
import { compareItems, type Item } from '../item';
import { MAX_LABEL_LENGTH } from '../limits';
import { definedOrThrow } from '../defined-or-throw';

/** A part of a phase that runs on its own. */
interface PhasePart {
  /** Name of the phase before it was split. */
  readonly base: string;
  readonly objects: readonly Item[];
}

export interface PlacedPhase {
  readonly name: string;
  /** Sorted. */
  readonly objects: readonly Item[];
}

type Successors = ReadonlyMap<Item, ReadonlySet<Item>>;

/**
 * Splits the objects of one phase: each part holds only objects whose predecessors are in earlier parts, first those with the
 * longest chain behind them. That gives the least parts in all but contrived cases.
 * @param most objects of a part
 */
export function splitPhase(objects: readonly Item[], after: Successors, most: number): readonly (readonly Item[])[] {
  const members = new Set(objects);
  const waitsFor = new Map<Item, number>(objects.map((item) => [item, 0]));
  const inside = (item: Item): Item[] => [...(after.get(item) ?? [])].filter((then) => members.has(then));
  for (const item of objects) for (const then of inside(item)) waitsFor.set(then, definedOrThrow(waitsFor.get(then)) + 1);
  const heights = heightsOf(objects, inside);
  const byUrgency = (a: Item, b: Item): number => definedOrThrow(heights.get(b)) - definedOrThrow(heights.get(a)) || compareItems(a, b);

  const parts: Item[][] = [];
  let free = objects.filter((item) => waitsFor.get(item) === 0);
  while (free.length > 0) {
    free.sort(byUrgency);
    const part = free.slice(0, most);
    free = free.slice(most);
    for (const item of part) {
      for (const then of inside(item)) {
        const rest = definedOrThrow(waitsFor.get(then)) - 1;
        waitsFor.set(then, rest);
        if (rest === 0) free.push(then);
      }
    }
    parts.push(part.sort(compareItems));
  }
  return parts;
}

/** Length of the longest chain that begins with each object. */
function heightsOf(objects: readonly Item[], inside: (item: Item) => readonly Item[]): ReadonlyMap<Item, number> {
  const heights = new Map<Item, number>();
  for (const start of objects) {
    const stack = [start];
    while (stack.length > 0) {
      const item = definedOrThrow(stack[stack.length - 1]);
      const next = inside(item);
      const open = next.filter((then) => !heights.has(then));
      if (open.length > 0) stack.push(...open);
      else {
        heights.set(item, 1 + Math.max(0, ...next.map((then) => definedOrThrow(heights.get(then)))));
        stack.pop();
      }
    }
  }
  return heights;
}

/** Standard phases whose order among each other is a convention: none of their kinds waits for another to be ready. */
const MERGEABLE: readonly ReadonlySet<string>[] = [
  new Set(['policies', 'identity', 'configuration', 'storage', 'crds', 'roles', 'bindings']),
  new Set(['scaling', 'publish']),
];

export interface MergeOptions {
  readonly after: Successors;
  /** Names of phases that the author declared: these stay as they are. */
  readonly declared: ReadonlySet<string>;
  readonly limit: number;
  /** Objects of a phase. */
  readonly most: number;
}

/** While there are more phases than `limit`, joins neighbours that need no order between them. */
export function mergePhases(parts: readonly PhasePart[], { after, declared, limit, most }: MergeOptions): readonly PhasePart[] {
  const merged = [...parts];
  for (let i = 0; merged.length > limit && i + 1 < merged.length;) {
    const [one, other] = [definedOrThrow(merged[i]), definedOrThrow(merged[i + 1])];
    if (one.objects.length + other.objects.length <= most && canMerge(one, other, after, declared)) {
      merged.splice(i, 2, { base: one.base, objects: [...one.objects, ...other.objects].sort(compareItems) });
    } else {
      i++;
    }
  }
  return merged;
}

function canMerge(one: PhasePart, other: PhasePart, after: Successors, declared: ReadonlySet<string>): boolean {
  if (declared.has(one.base) || declared.has(other.base)) return false;
  if (!MERGEABLE.some((family) => family.has(one.base) && family.has(other.base))) return false;
  const later = new Set(other.objects);
  return !one.objects.some((item) => [...(after.get(item) ?? [])].some((then) => later.has(then)));
}

/** Names parts `deploy`, `deploy-2`, …, around the names that other phases have. */
export function namePhases(parts: readonly PhasePart[], taken: ReadonlySet<string>): readonly PlacedPhase[] {
  const used = new Set<string>();
  return parts.map(({ base, objects }) => {
    let name = base;
    for (let n = 2; used.has(name) || (name !== base && taken.has(name)); n++) {
      const suffix = `-${n}`;
      name = base.slice(0, MAX_LABEL_LENGTH - suffix.length).replace(/-+$/, '') + suffix;
    }
    used.add(name);
    return { name, objects };
  });
}
