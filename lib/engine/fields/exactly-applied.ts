/**
 * Would an apply change anything? Answered without any schema from what the API server says we own (docs/requirements.md,
 * the API server; docs/no-op.md has the argument). Sound, not complete: every doubt costs one request and no drift is missed.
 */
import type { KubeObject } from '../../api';
import { jsonEqual } from './canonical';
import { applyEntry, at, isLeaf, isMap, UNTRACKED, UNTRACKED_METADATA, type FieldSet } from './field-set';
import { assign, placesOf } from './list-keys';
import { isBuiltIn, isZero } from './zeros';

type Path = readonly string[];
type Json = Readonly<Record<string, unknown>>;

/**
 * True when an apply of `desired` would certainly change nothing (L2): we own exactly the desired fields, their values are literally
 * the desired ones, and list items stand in the desired order.
 */
export function isExactlyApplied(desired: KubeObject, live: KubeObject, fieldManager: string): boolean {
  const entry = applyEntry(live, fieldManager);
  if (entry === undefined || entry.apiVersion !== desired.apiVersion || entry.fieldsV1 === undefined) return false;
  return new Comparison(live, isBuiltIn(desired.apiVersion), entry).isEqual(desired, live, entry.fieldsV1);
}

/** One comparison of an object with its live state; false at the first place that leaves a doubt. */
class Comparison {
  private readonly others: readonly FieldSet[];
  private readonly path: string[] = [];

  constructor(live: KubeObject, private readonly builtIn: boolean, ours: unknown) {
    const others = (live.metadata.managedFields ?? []).filter((entry) => entry !== ours);
    this.others = others.flatMap(({ fieldsV1 }) => (fieldsV1 === undefined ? [] : [fieldsV1]));
  }

  isEqual(desired: Json, live: Json, owned: FieldSet): boolean {
    return this.map(desired, live, owned, UNTRACKED);
  }

  private value(desired: unknown, live: unknown, owned: FieldSet): boolean {
    if (isLeaf(owned)) return live === undefined ? this.isLeftOut(desired) : jsonEqual(desired, live) && !this.isMerged(desired);
    if (Array.isArray(desired)) return Array.isArray(live) && this.list(desired, live, owned);
    return isMap(desired) && isMap(live) && this.map(desired, live, owned);
  }

  private map(desired: Json, live: Json, owned: FieldSet, untracked?: ReadonlySet<string>): boolean {
    let equal = 0;
    for (const key of Object.keys(owned)) {
      const fields = owned[key];
      if (key === '.' || fields === undefined) continue;
      const name = key.slice(2);
      const wanted = key.startsWith('f:') ? desired[name] : undefined;
      if (wanted === undefined || untracked?.has(name) === true) return false;
      this.path.push(key);
      const isMetadata = name === 'metadata' && this.path.length === 1;
      if (!(isMetadata ? this.metadata(wanted, live[name], fields) : this.value(wanted, live[name], fields))) return false;
      this.path.pop();
      equal += 1;
    }
    for (const name of Object.keys(desired)) {
      if (desired[name] === undefined || untracked?.has(name) === true) continue;
      if (owned[`f:${name}`] !== undefined) equal -= 1;
      else if (!this.isEmptyList(desired[name], live[name], `f:${name}`)) return false;
    }
    return equal === 0;
  }

  private metadata(desired: unknown, live: unknown, owned: FieldSet): boolean {
    return isMap(desired) && this.map(desired, isMap(live) ? live : {}, owned, UNTRACKED_METADATA);
  }

  private list(desired: readonly unknown[], live: readonly unknown[], owned: FieldSet): boolean {
    const keys = Object.keys(owned).filter((key) => key !== '.');
    if (keys.length !== desired.length) return false;
    const places = placesOf(live, keys);
    const keysOf = assign(desired, keys);
    let last = -1;
    for (const [index, key] of keysOf.entries()) {
      const place = key === undefined ? undefined : places.get(key);
      // Without a key, missing, there twice, or in another order: an apply would put it right.
      if (key === undefined || place === undefined || place <= last) return false;
      last = place;
      if (key.startsWith('v:')) continue;
      this.path.push(key);
      if (!this.value(desired[index], live[place], owned[key] ?? {})) return false;
      this.path.pop();
    }
    return true;
  }

  /**
   * A zero that we own and that is not there is one that the server does not store: another value would have been stored or taken
   * from us. Not when others hold it with us: an apply would end that.
   */
  private isLeftOut(desired: unknown): boolean {
    return this.builtIn && isZero(desired) && this.others.every((fields) => at(fields, this.path) === undefined);
  }

  /** What we own as a whole, but others in parts: we own nothing but its being there (`{}`), whatever it shows now. */
  private isMerged(desired: unknown): boolean {
    if (desired === null || typeof desired !== 'object') return false;
    return this.others.some((fields) => {
      const there = at(fields, this.path);
      return there !== undefined && !isLeaf(there);
    });
  }

  /** An empty list that is merged by item owns nothing, and changes nothing where there is a list. */
  private isEmptyList(desired: unknown, live: unknown, key: string): boolean {
    if (!Array.isArray(desired) || desired.length > 0 || !Array.isArray(live)) return false;
    const path: Path = [...this.path, key];
    const holders = this.others.map((fields) => at(fields, path)).filter((fields) => fields !== undefined);
    // A manager that holds it as a whole shows that it is not merged by item, but was taken from us.
    return holders.every((fields) => !isLeaf(fields)) && (live.length === 0 || holders.length > 0);
  }
}
