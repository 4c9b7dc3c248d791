/** What a look at the cluster says of each object. Pure. */
import { keyOf } from '../../../api';
import { isFailure, type ObjectResult } from '../../../engine';
import { reasonOf, type Look } from '../../../runtime';
import { isDone, readinessOf } from '../run/tree-object';
import type { ObjectState, ReportData } from './data';

export function withStates(data: ReportData, { result }: Pick<Look, 'result'>): ReportData {
  const found = new Map((result?.phases ?? []).flatMap(({ objects }) => objects.map((object) => [keyOf(object.ref), object] as const)));
  return {
    ...data,
    phases: data.phases.map(({ name, objects }) => ({
      name,
      objects: objects.map((object) => {
        const seen = found.get(keyOf(object.ref));
        return seen === undefined ? object : { ...object, state: stateOf(seen) };
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
