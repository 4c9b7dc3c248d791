/**
 * What makes others possible must not come after them: an object in an earlier phase waits for its namespace or its kind, and that phase
 * for the object, so that the later phase is never reached. Revisions that were compiled are in order; this is for those made by hand.
 */
import { groupOf, isDefinition, type KubeObject } from '../../api';
import { isFields, shown, type Report } from './findings';
import { nameOfObject } from './validate-object';

/** An object that is in order by itself. */
export interface PlacedObject {
  readonly object: KubeObject;
  readonly path: string;
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
    const more = early.length === 1 ? '' : ` (and ${early.length - 1} more)`;
    const subject = nameOfObject(bringer.object);
    const waiting = shown(first.phase.name);
    report(
      'phase-order', bringer.path,
      `${subject} comes in phase ${shown(bringer.phase.name)}, but ${nameOfObject(first.object)} in phase ${waiting}${more} needs it ` +
        `and would wait for ever; put ${subject} into phase ${waiting} or an earlier one.`,
    );
  }
}

/** Which objects need it to be there; undefined: none do. */
function needOf(bringer: KubeObject): ((object: KubeObject) => boolean) | undefined {
  const { apiVersion, kind, metadata } = bringer;
  if (apiVersion === 'v1' && kind === 'Namespace') return (object) => object.metadata.namespace === metadata.name;
  if (!isDefinition(bringer)) return undefined;
  const spec = isFields(bringer['spec']) ? bringer['spec'] : {};
  const names = isFields(spec['names']) ? spec['names'] : {};
  return (object) => object.kind === names['kind'] && groupOf(object.apiVersion) === spec['group'];
}

/** The same object twice is a finding of its own. */
function isSame(a: KubeObject, b: KubeObject): boolean {
  return a.kind === b.kind && groupOf(a.apiVersion) === groupOf(b.apiVersion) && a.metadata.name === b.metadata.name;
}
