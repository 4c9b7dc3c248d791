/** What one revision has otherwise than another, object by object. Pure. */
import { keyOf, refOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../api';
import { jsonEqual } from '../../engine';
import type { FieldChange } from '../plan/field-change';
import { compareObjects } from '../plan/field-diff';
import { maskedPair } from './masked-pair';

/** An object that differs, without values of Secrets. */
export interface ObjectPair {
  readonly ref: ObjectRef;
  /** Undefined: it is not there. */
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** Of one that is on both sides. */
  readonly changes: readonly FieldChange[];
}

export interface ContentChanges {
  readonly added: readonly ObjectRef[];
  readonly changed: readonly ObjectRef[];
  readonly removed: readonly ObjectRef[];
}

/** Objects that differ: those of the later revision in its order, then what only the earlier one has. */
export function differingObjects(from: ResolvedRevision, to: ResolvedRevision): readonly ObjectPair[] {
  const [before, after] = [objectsByKey(from), objectsByKey(to)];
  const come = [...after].map(([key, object]) => ({ ref: refOf(object), before: before.get(key), after: object }));
  const gone = [...before].flatMap(([key, object]) => (after.has(key) ? [] : [{ ref: refOf(object), before: object, after: undefined }]));
  return [...come, ...gone].filter((pair) => !jsonEqual(pair.before, pair.after)).map(({ ref, before: old, after: now }) => ({
    ref, ...maskedPair(old, now), changes: old === undefined || now === undefined ? [] : compareObjects(old, now).changes,
  }));
}

export function contentChanges(from: ResolvedRevision, to: ResolvedRevision): ContentChanges {
  const pairs = differingObjects(from, to);
  const refs = (wanted: (pair: ObjectPair) => boolean): readonly ObjectRef[] => pairs.filter(wanted).map(({ ref }) => ref);
  return {
    added: refs(({ before }) => before === undefined),
    changed: refs(({ before, after }) => before !== undefined && after !== undefined),
    removed: refs(({ after }) => after === undefined),
  };
}

function objectsByKey({ phases }: ResolvedRevision): ReadonlyMap<string, KubeObject> {
  return new Map(phases.flatMap(({ objects }) => objects.map(({ object }) => [keyOf(refOf(object)), object] as const)));
}
