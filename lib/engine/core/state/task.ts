/**
 * What a run has to do, as data: made once, never changed. The pure core reads it; it holds no object content.
 */
import { groupKindOf, keyOf, type CollisionProtection, type ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import type { ObserveScope } from '../../ports';

/** What an earlier run knew of an object. All fields absent: planned, but it is not known whether it was created. */
export interface ObjectRecord {
  readonly uid?: string;
  /** Digest of the desired object as it was sent. */
  readonly desired?: string;
  /** Digest of what we owned of it afterwards. */
  readonly owned?: string;
  /** Of a Job that goes by itself (`Item.fades`): the one with this content was seen to have finished. */
  readonly finished?: true;
}

/** One object that must be. */
export interface Item {
  readonly key: string;
  readonly ref: ObjectRef;
  /** Index of its phase. */
  readonly phase: number;
  readonly protection: CollisionProtection;
  /** Digest of the object as it is sent. */
  readonly desired: string;
  /** Its readiness can change by itself: a stream is needed to wait for it. */
  readonly watched: boolean;
  /** Its namespace or its kind comes with an earlier phase of this very revision: no dry run before that phase. */
  readonly dependent: boolean;
  /**
   * Of one that is dependent: index of the last earlier phase that brings its namespace or its kind. The server can be asked about it when
   * that phase is complete, and what it accepts then it will accept later. -1: before the first write. Absent: only in its phase.
   */
  readonly opensWith?: number;
  /** Its namespace or its kind is part of this revision, new or not: that it is missing is no failure, it will come. */
  readonly brought: boolean;
  /** Objects of its own phase that bring its namespace or its kind: it is asked about and written when those are there and ready. */
  readonly after?: readonly string[];
  /** Decide what would happen to it, and write nothing. */
  readonly paused?: true;
  /** Where the server does not change it in place, it is deleted and made anew. */
  readonly replaces?: true;
  /** A Job that goes by itself some time after it has finished: gone then, it has done its work. */
  readonly fades?: true;
  /** To be remembered: when it has to go one day, it is let go. */
  readonly orphan?: true;
  /** That is on record from before: what was applied last said so, and it counts until this content is applied. */
  readonly orphanOnRecord?: true;
  readonly record?: ObjectRecord;
}

/** One object that must go. */
export interface Removal {
  readonly key: string;
  readonly ref: ObjectRef;
  /** Position of its former phase; the highest goes first. */
  readonly order: number;
  readonly phase: string;
  readonly record?: ObjectRecord;
  /** Let it live, without our mark. */
  readonly orphan: boolean;
  /** That is on record, and not only wanted by this run. */
  readonly orphanOnRecord?: true;
}

/** Dry runs before writing: never, only for content that was not applied before, or for everything that is written. */
export type Preflight = 'never' | 'new-content' | 'always';

export interface Task {
  readonly revision: number;
  /** Names of the phases in order. */
  readonly phases: readonly string[];
  readonly items: readonly Item[];
  readonly removals: readonly Removal[];
  /** Names of the admission webhooks and policies among the items: what they refuse now, they may accept later. @default none */
  readonly admission?: readonly string[];
  /** There is an owner object; without one the revision annotation marks what is ours. */
  readonly owned: boolean;
  readonly preflight: Preflight;
  /** Decide what would happen to each object, and write nothing. */
  readonly dryRun: boolean;
  /** Wait for probes and for deleted objects to be gone; without it the run ends as soon as only waiting is left. */
  readonly wait: boolean;
  /** Label selector (`key=value,...`) that all of our objects match; scopes of more than one object are narrowed by it. */
  readonly labelSelector: string;
  /**
   * `narrow`: streams of single names and namespaces, for who may see no more. `shared`: one stream for each kind, by label, which a
   * cluster that shares streams opens once for all extensions. @default 'narrow'
   */
  readonly streams?: 'narrow' | 'shared';
  /** Later phases wait for no probe of earlier ones, and the run for none: what is only taken over runs already. @default false */
  readonly ungated?: true;
  /** When nothing gets further for that long, the rollout ends as failed. @default never */
  readonly progressDeadlineMs?: number;
}

/** A stream of the run and the objects that it speaks for. */
export interface Scope {
  readonly id: number;
  readonly observe: ObserveScope;
  readonly keys: readonly string[];
  /** By name: an object that vanishes from the stream is gone. By label: it may only have lost the label. */
  readonly exact: boolean;
}

/** Streams as narrow as the task: one object by name, several of a kind and namespace by our label. */
export function scopesOf(task: Task): readonly Scope[] {
  const groups = new Map<string, { ref: ObjectRef; keys: string[] }>();
  for (const { ref, key } of [...task.items, ...task.removals]) {
    const id = `${groupKindOf(ref)}/${task.streams === 'shared' ? '' : (ref.namespace ?? '')}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { ref, keys: [key] });
    else group.keys.push(key);
  }
  return [...groups.values()].map(({ ref, keys }, id) => {
    const isShared = task.streams === 'shared';
    const place = {
      apiVersion: ref.apiVersion,
      kind: ref.kind,
      ...(ref.namespace === undefined || isShared ? {} : { namespace: ref.namespace }),
    };
    const exact = keys.length === 1 && !isShared;
    return { id, keys, exact, observe: exact ? { ...place, name: ref.name } : { ...place, labelSelector: task.labelSelector } };
  });
}

/** The labels of a selector of the form `key=value,...`. */
export function selectorLabels(selector: string): Readonly<Record<string, string>> {
  return Object.fromEntries(selector.split(',').filter((part) => part !== '').map((part) => {
    const equals = part.indexOf('=');
    return [part.slice(0, equals), part.slice(equals + 1)];
  }));
}

/** The same scope object by object, for those who may not list the kind. */
export function scopesByName(scope: Scope, refs: readonly ObjectRef[], firstId: number): readonly Scope[] {
  return refs.map((ref, index) => {
    const { kind, name, namespace } = ref;
    const observe = { apiVersion: scope.observe.apiVersion, kind, name, ...defined({ namespace }) };
    return { id: firstId + index, keys: [keyOf(ref)], exact: true, observe };
  });
}
