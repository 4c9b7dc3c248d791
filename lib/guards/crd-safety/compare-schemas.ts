/** Two schemas, place by place: everything that the old one has is looked for in the new one. What is only new is safe. */
import { asObject, type JsonObject } from '../../api';
import type { Budget } from './budget';
import { compareNode } from './compare-node';
import type { Report } from './compare-rest';
import type { CrdChanges } from './changes';
import type { CrdChange, CrdCheck } from './issue';
import { listIn } from './json-text';

/** A place, from the inside out: written as text only where something is reported. */
interface Place {
  readonly name: string;
  readonly parent?: Place;
}

interface Pair {
  readonly old: JsonObject;
  readonly next: JsonObject;
  readonly place: Place;
}

export interface SchemaReceiver {
  /** @param path `^.spec.replicas` */
  issue<Check extends CrdCheck>(check: Check, change: CrdChange, path: string, data: CrdChanges[Check]): void;
  /**
   * The place exists no longer. What is below it goes with it, and is not reported again. True: reported; false: compare it with nothing.
   * @param isKept fields that the schema does not name are kept there
   */
  removed(path: string, isKept: boolean): boolean;
}

export interface SchemaComparison {
  readonly budget: Budget;
  readonly enumAdditions: 'allow' | 'refuse';
  readonly receiver: SchemaReceiver;
}

const NOTHING: JsonObject = {};

/** @throws OutOfBudget, and what the receiver throws */
export function compareSchemas(old: JsonObject, next: JsonObject, { budget, enumAdditions, receiver }: SchemaComparison): void {
  const compareHere = (pair: Pair): void => {
    let path: string | undefined;
    const report: Report = (check, change, data) => receiver.issue(check, change, (path ??= pathOf(pair.place)), data);
    compareNode(pair.old, pair.next, budget, report, enumAdditions);
  };
  const todo: Pair[] = [{ old, next, place: { name: '^' } }];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    budget.spend(1);
    if (pair.old === pair.next) continue;
    compareHere(pair);
    const below: Pair[] = [];
    for (const child of childrenOf(pair)) {
      if (child.next !== undefined) below.push({ ...child, next: child.next });
      else if (!receiver.removed(pathOf(child.place), keepsUnknown(pair.next))) compareHere({ ...child, next: NOTHING });
    }
    for (const child of below.reverse()) todo.push(child);
  }
}

/** What is stored there stays, whether the schema names it or not. */
function keepsUnknown(schema: JsonObject): boolean {
  const others = schema['additionalProperties'];
  return schema['x-kubernetes-preserve-unknown-fields'] === true || others === true || asObject(others) !== undefined;
}

type Child = Omit<Pair, 'next'> & { readonly next: JsonObject | undefined };

function childrenOf({ old, next, place }: Pair): readonly Child[] {
  const children: Child[] = [];
  const add = (name: string, before: unknown, after: unknown): void => {
    const was = asObject(before);
    if (was !== undefined) children.push({ old: was, next: asObject(after), place: { name, parent: place } });
  };
  const [before, after] = [asObject(old['properties']) ?? NOTHING, asObject(next['properties']) ?? NOTHING];
  for (const name of Object.keys(before)) add(`.${name}`, before[name], Object.hasOwn(after, name) ? after[name] : undefined);
  add('.items', old['items'], next['items']);
  add('.additionalProperties', old['additionalProperties'], next['additionalProperties']);
  for (const key of ['allOf', 'anyOf'] as const) {
    const [some, others] = [listIn(old[key]), listIn(next[key])];
    // Another number of alternatives is reported where they stand.
    if (some.length === others.length) some.forEach((one, index) => add(`.${key}[${index}]`, one, others[index]));
  }
  return children;
}

/** Longest path in a report; the middle of a longer one is left out. */
const PATH = 500;

function pathOf(place: Place): string {
  const names: string[] = [];
  let length = 0;
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (length <= PATH || at.parent === undefined) names.push(at.name);
    else if (names.at(-1) !== '.…') names.push('.…');
    length += at.name.length;
  }
  return names.reverse().join('');
}
