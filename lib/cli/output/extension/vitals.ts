/** Replicas and age of an object, as a cell of a line and in a document. */
import { keyOf } from '../../../api';
import type { ObjectResult } from '../../../engine';
import type { Look } from '../../../runtime';
import type { AboutObject } from '../run/tree-object';
import { age } from './state-word';

/** `2/2, 5 min old`, of objects that are there. */
export function aboutObjects({ vitals }: Pick<Look, 'vitals'>): AboutObject {
  return ({ ref }) => {
    const { replicas, createdAt } = vitals.get(keyOf(ref)) ?? {};
    return [
      ...(replicas === undefined ? [] : [`${replicas.ready}/${replicas.wanted}`]),
      ...(createdAt === undefined ? [] : [`${age(createdAt)} old`]),
    ].join(', ');
  };
}

/** As fields of an object of a document. */
export function vitalsDocument({ vitals }: Pick<Look, 'vitals'>, { ref }: Pick<ObjectResult, 'ref'>): Record<string, unknown> {
  return { ...vitals.get(keyOf(ref)) };
}
