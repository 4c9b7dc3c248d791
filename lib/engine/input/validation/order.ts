/**
 * What makes others possible must not come after them: an object in an earlier phase waits for its namespace or its kind, and that phase
 * for the object, so that the later phase is never reached. Revisions that were compiled are in order; this is for those made by hand.
 */
import { definedGroupKind, groupKindOf, groupOf, type KubeObject } from '../../../api';
import { given } from '../given';
import type { Path, Report } from '../issues';
import { subjectOfGiven } from './object';

/** An object that is in order by itself. */
export interface PlacedObject {
  readonly object: KubeObject;
  readonly path: Path;
  readonly phase: { readonly index: number; readonly name: unknown };
}

export function checkOrder(objects: readonly PlacedObject[], report: Report): void {
  for (const bringer of objects) {
    const needs = needOf(bringer.object);
    if (needs === undefined) continue;
    const early = objects.filter(({ object, phase }) => phase.index < bringer.phase.index && needs(object));
    const first = early[0];
    if (first === undefined || objects.some(({ object, phase }) => phase.index <= first.phase.index && isSame(object, bringer.object))) {
      continue;
    }
    const needed = { by: subjectOfGiven(first.object), phase: given(first.phase.name), others: early.length - 1 };
    report('phase-order', { phase: given(bringer.phase.name), needed }, bringer.path, subjectOfGiven(bringer.object));
  }
}

/** Which objects need it to be there; undefined: none do. */
function needOf(bringer: KubeObject): ((object: KubeObject) => boolean) | undefined {
  const { apiVersion, kind, metadata } = bringer;
  if (apiVersion === 'v1' && kind === 'Namespace') return (object) => object.metadata.namespace === metadata.name;
  const id = definedGroupKind(bringer);
  return id === undefined ? undefined : (object) => groupKindOf(object) === id;
}

/** The same object twice is a finding of its own. */
function isSame(a: KubeObject, b: KubeObject): boolean {
  return a.kind === b.kind && groupOf(a.apiVersion) === groupOf(b.apiVersion) && a.metadata.name === b.metadata.name;
}
