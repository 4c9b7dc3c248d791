/**
 * What follows from the task alone, made once: what is worked on together, in order, and what belongs to an object by its key.
 */
import { scopesOf, type Item, type Removal, type Scope, type Task } from './task';

/** Objects that are worked on together: those of a phase; or, after all phases, those of one order that have to go, the last first. */
export interface Batch<Member extends Item | Removal = Item | Removal> {
  readonly index: number;
  readonly members: readonly Member[];
}

export interface Plan {
  readonly phases: readonly Batch<Item>[];
  readonly groups: readonly Batch<Removal>[];
  readonly scopes: readonly Scope[];
  /** By key. */
  readonly places: ReadonlyMap<string, Place>;
}

export interface Place {
  /** Index of its batch, and its position there. */
  readonly batch: number;
  readonly position: number;
  /** Index of the stream that speaks for it, and its position there. */
  readonly scope: number;
  readonly scopePosition: number;
  /** Objects of the same phase that come after this one (`Item.after`). */
  readonly followers: readonly string[];
}

export function planOf(task: Task): Plan {
  const members = grouped(task.items, ({ phase }) => phase);
  const phases = task.phases.map((_, index): Batch<Item> => ({ index, members: members.get(index) ?? [] }));
  const leaving = [...grouped(task.removals, ({ order }) => order)].sort(([a], [b]) => b - a);
  const groups = leaving.map(([, removals], index): Batch<Removal> => ({ index: phases.length + index, members: removals }));
  const scopes = scopesOf(task);
  return {
    phases, groups, scopes, places: placesOf(task, [...phases, ...groups], scopes),
  };
}

function placesOf(task: Task, batches: readonly Batch[], scopes: readonly Scope[]): ReadonlyMap<string, Place> {
  const pairs = task.items.flatMap(({ key, after = [] }) => after.map((before) => ({ before, key })));
  const followers = grouped(pairs, ({ before }) => before);
  const inScope = new Map(scopes.flatMap(({ keys }, scope) => keys.map((key, at) => [key, { scope, scopePosition: at }] as const)));
  return new Map(batches.flatMap(({ index, members }) => members.map(({ key }, position) => [key, {
    batch: index,
    position,
    ...(inScope.get(key) ?? { scope: -1, scopePosition: -1 }),
    followers: (followers.get(key) ?? []).map((pair) => pair.key),
  }])));
}

function grouped<Value, Group>(values: readonly Value[], groupOf: (value: Value) => Group): ReadonlyMap<Group, readonly Value[]> {
  const groups = new Map<Group, Value[]>();
  for (const value of values) {
    const group = groups.get(groupOf(value));
    if (group === undefined) groups.set(groupOf(value), [value]);
    else group.push(value);
  }
  return groups;
}
