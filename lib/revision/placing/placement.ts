/**
 * Which object goes into which phase: the one that the author chose or the one of its kind, later where it must wait for
 * another object, and split where objects of one phase wait for each other or are too many.
 */
import { definedGroupKind } from '../../api';
import { type Issue, originKey } from '../../issue';
import { findCycles } from './cycles';
import { type Declared, type NeedReason, revisionIssue } from '../issues';
import type { Item } from '../item';
import { MAX_LARGE_OBJECTS, MAX_OBJECTS_PER_PHASE, MAX_PHASES } from '../limits';
import { needsOf } from './needs';
import { mergePhases, namePhases, splitPhase, type PlacedPhase } from './phase-split';
import { unknownPhase } from './phase-order';
import { definedOrThrow } from '../defined-or-throw';
import type { OrderSource } from '../source';
import { CUSTOM_RESOURCES_PHASE, phaseOfKind } from './standard-phases';

export interface Placement {
  /** Phases with objects, in order; undefined when there is an error among the issues. */
  readonly phases: readonly PlacedPhase[] | undefined;
  readonly issues: readonly Issue[];
}

export interface PlacementInput {
  readonly items: readonly Item[];
  /** Names of all phases in order. */
  readonly phaseNames: readonly string[];
  /** Names of phases that the author declared: those are never merged with others. */
  readonly declared: ReadonlySet<string>;
  readonly order: readonly OrderSource[];
  /** See `RevisionSource.largePhases`. */
  readonly largePhases: boolean;
}

/** `first` before `then`. A wish (not `must`) gives way to an order that the author asked for. */
interface Edge {
  readonly first: Item;
  readonly then: Item;
  readonly must: boolean;
  readonly reason: NeedReason;
}

/** The phase that each object is meant for: its author's, or that of its kind. It may end up in a later one. */
export function homePhases(items: readonly Item[]): ReadonlyMap<Item, string> {
  const ownKinds = new Set(items.map(({ object }) => definedGroupKind(object)));
  const ofKind = ({ group, kind }: Item): string => (ownKinds.has(`${group}/${kind}`) ? CUSTOM_RESOURCES_PHASE : phaseOfKind(group, kind));
  return new Map(items.map((item) => [item, item.phase ?? ofKind(item)]));
}

export function placeObjects({ items, phaseNames, declared, order, largePhases }: PlacementInput): Placement {
  const issues: Issue[] = [];
  const place = new Map<Item, number>();
  for (const [item, name] of homePhases(items)) {
    const index = phaseNames.indexOf(name);
    if (index < 0) issues.push(unknownPhase(name, phaseNames, item));
    place.set(item, Math.max(index, 0));
  }

  const edges = [...authorsOrder(items, order), ...needsOf(items)];
  const must = successorsOf(edges.filter((edge) => edge.must));
  const cycles = findCycles(items, (item) => must.get(item) ?? []);
  issues.push(...cycles.map(orderCycle));
  if (cycles.length > 0) return { phases: undefined, issues };

  const kept = withoutContraryWishes(edges, must);
  const followed = moveLater(items, kept, place, phaseNames, issues);
  if (issues.length > 0) return { phases: undefined, issues };

  const after = successorsOf(followed);
  const phasesOf = (most: number): ReturnType<typeof mergePhases> => {
    const groups = phaseNames.flatMap((base, index) => {
      const members = items.filter((item) => place.get(item) === index);
      return splitPhase(members, after, most).map((objects) => ({ base, objects }));
    });
    return mergePhases(groups, { after, declared, limit: MAX_PHASES, most });
  };
  const fitting = phasesOf(MAX_OBJECTS_PER_PHASE);
  const merged = largePhases && fitting.length > MAX_PHASES ? phasesOf(MAX_LARGE_OBJECTS) : fitting;
  if (merged.length > MAX_PHASES) issues.push(tooManyPhases(merged.length, items.length));
  return { phases: issues.length > 0 ? undefined : namePhases(merged, new Set(phaseNames)), issues };
}

function authorsOrder(items: readonly Item[], order: readonly OrderSource[]): Edge[] {
  const byOrigin = new Map(items.map((item) => [originKey(item.origin), item]));
  return order.flatMap(({ first, then }): Edge[] => {
    const [a, b] = [byOrigin.get(originKey(first)), byOrigin.get(originKey(then))];
    // Objects that are not there were reported already: their documents are wrong.
    return a === undefined || b === undefined ? [] : [{ first: a, then: b, must: true, reason: 'order' }];
  });
}

function successorsOf(edges: readonly Edge[]): Map<Item, Set<Item>> {
  const successors = new Map<Item, Set<Item>>();
  for (const { first, then } of edges) {
    const set = successors.get(first);
    if (set === undefined) successors.set(first, new Set([then]));
    else set.add(then);
  }
  return successors;
}

function withoutContraryWishes(edges: readonly Edge[], must: ReadonlyMap<Item, ReadonlySet<Item>>): Edge[] {
  const successors = new Map([...must].map(([item, set]) => [item, new Set(set)]));
  return edges.filter((edge) => {
    if (edge.must) return true;
    if (edge.first === edge.then || reaches(edge.then, edge.first, successors)) return false;
    successors.set(edge.first, (successors.get(edge.first) ?? new Set()).add(edge.then));
    return true;
  });
}

function reaches(from: Item, to: Item, successors: ReadonlyMap<Item, ReadonlySet<Item>>): boolean {
  const seen = new Set([from]);
  for (const item of seen) {
    if (item === to) return true;
    for (const next of successors.get(item) ?? []) seen.add(next);
  }
  return false;
}

/** Moves what was placed by kind behind what it waits for; gives the edges that count. Changes `place`. */
function moveLater(
  items: readonly Item[],
  edges: readonly Edge[],
  place: Map<Item, number>,
  phaseNames: readonly string[],
  issues: Issue[],
): Edge[] {
  const incoming = new Map<Item, Edge[]>();
  for (const edge of edges) {
    const before = incoming.get(edge.then);
    if (before === undefined) incoming.set(edge.then, [edge]);
    else before.push(edge);
  }
  const followed: Edge[] = [];
  for (const item of topological(items, successorsOf(edges))) {
    for (const edge of incoming.get(item) ?? []) {
      const needed = definedOrThrow(place.get(edge.first));
      if (needed > definedOrThrow(place.get(item))) {
        if (item.phase === undefined) place.set(item, needed);
        else if (!edge.must) continue;
        else issues.push(contradiction(edge, definedOrThrow(phaseNames[needed]), item.phase));
      }
      followed.push(edge);
    }
  }
  return followed;
}

function topological(items: readonly Item[], successors: ReadonlyMap<Item, ReadonlySet<Item>>): Item[] {
  const waitsFor = new Map<Item, number>(items.map((item) => [item, 0]));
  for (const set of successors.values()) for (const then of set) waitsFor.set(then, definedOrThrow(waitsFor.get(then)) + 1);
  const sorted = items.filter((item) => waitsFor.get(item) === 0);
  for (let i = 0; i < sorted.length; i++) {
    for (const then of successors.get(definedOrThrow(sorted[i])) ?? []) {
      const rest = definedOrThrow(waitsFor.get(then)) - 1;
      waitsFor.set(then, rest);
      if (rest === 0) sorted.push(then);
    }
  }
  return sorted;
}

const declaredOf = ({ subject, origin }: Item): Declared => ({ subject, origin });

function orderCycle(cycle: readonly Item[]): Issue {
  return revisionIssue('order-cycle', { objects: cycle.map(declaredOf) }, declaredOf(definedOrThrow(cycle[0])));
}

function contradiction({ first, then, reason }: Edge, later: string, own: string): Issue {
  return revisionIssue('phase-contradiction', { own, later, first: declaredOf(first), reason }, declaredOf(then));
}

function tooManyPhases(phases: number, objects: number): Issue {
  return revisionIssue('too-many-phases', { objects, phases, limit: MAX_PHASES });
}
