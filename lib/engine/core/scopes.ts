/** The streams of a run while a step is made: which one speaks for an object, and how it stands. The id of a scope is its index. */
import type { ObjectRef } from '../../api';
import type { Place } from './state/plan';
import type { ScopeState } from './state/state';
import { Table } from './state/table';
import { scopesByName, type Scope } from './state/task';

export class Scopes {
  private changed: ScopeState[] | undefined;

  constructor(private readonly given: readonly ScopeState[], private readonly places: ReadonlyMap<string, Place>) {}

  get all(): readonly ScopeState[] {
    return this.changed ?? this.given;
  }

  at(index: number): ScopeState | undefined {
    return this.all[index];
  }

  /** Index of the stream that speaks for an object. */
  indexOf(key: string): number {
    const place = this.places.get(key);
    if (place === undefined) return -1;
    const replacedBy = this.at(place.scope)?.replacedBy;
    return replacedBy === undefined ? place.scope : replacedBy + place.scopePosition;
  }

  set(index: number, change: Partial<ScopeState>): void {
    const current = this.at(index);
    if (current === undefined) return;
    this.changed ??= [...this.given];
    this.changed[index] = { ...current, ...change };
  }

  /** It shows everything anew. @returns what to observe */
  reopen(index: number): Scope | undefined {
    const scope = this.at(index)?.scope;
    if (scope !== undefined) this.set(index, { status: 'opening', shown: Table.of(scope.keys, () => false) });
    return scope;
  }

  /** While it opens, the stream has shown this object. */
  noteShown(index: number, key: string): void {
    const current = this.at(index);
    if (current?.status === 'opening') this.set(index, { shown: current.shown.with(key, true) });
  }

  /** In place of one stream that may not be opened, one for each object. @returns the indices of these */
  replace(index: number, refs: readonly ObjectRef[]): readonly number[] {
    const current = this.at(index);
    if (current === undefined) return [];
    const first = this.all.length;
    this.set(index, { status: 'replaced', replacedBy: first });
    const scopes = scopesByName(current.scope, refs, first);
    this.changed?.push(...scopes.map((scope): ScopeState => ({ scope, status: 'closed', shown: Table.of(scope.keys, () => false) })));
    return scopes.map(({ id }) => id);
  }
}
