/** What a look at the cluster says of each object. Pure. */
import { keyOf } from '../../../api';
import { isFailure, type ObjectResult } from '../../../engine';
import { reasonOf, type Look } from '../../../runtime';
import { isDone, readinessOf, wording } from '../run/tree-object';
import type { ObjectState, ReportData } from './data';

/** @param judge what a result means: of a look at the cluster, or of a run that wrote */
export function withStates(data: ReportData, { result }: Pick<Look, 'result'>, judge = stateOf): ReportData {
  const found = new Map((result?.phases ?? []).flatMap(({ objects }) => objects.map((object) => [keyOf(object.ref), object] as const)));
  return {
    ...data,
    phases: data.phases.map(({ name, objects }) => ({
      name,
      objects: objects.map((object) => {
        const seen = found.get(keyOf(object.ref));
        return seen === undefined ? object : { ...object, state: judge(seen) };
      }),
    })),
  };
}

export function stateOf(object: ObjectResult): ObjectState {
  if (isFailure(object) || object.ready?.terminal === true) return { mark: 'failed', text: reasonOf(object) };
  if (isDone(object)) return { mark: 'ready', text: readinessOf(object) };
  if (object.wasAbsent === true || object.action === 'Created') return { mark: 'missing', text: reasonOf(object) };
  const isAsWanted = object.action === 'Unchanged' || object.action === 'Waiting';
  return { mark: isAsWanted ? 'waiting' : 'drifted', text: reasonOf(object) };
}

/** After a run: what it did is done, and what it did not come to waits. */
export function stateAfterRun(object: ObjectResult): ObjectState {
  if (isDone(object)) return { mark: 'ready', text: readinessOf(object) };
  if (isFailure(object)) return { mark: 'failed', text: wording(object) };
  if (object.ready?.terminal === true) return { mark: 'failed', text: readinessOf(object) };
  return { mark: 'waiting', text: object.action === 'Waiting' ? wording(object) : readinessOf(object) };
}
