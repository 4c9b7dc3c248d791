/** The objects of a revision as manifests, in the order in which they are applied. Pure. */
import type { JsonObject, KubeObject, ResolvedRevision } from '../../../api';
import { maskObject } from '../../../runtime';

/** What is printed, and whether something in it is left out. */
export interface Shown {
  readonly value: JsonObject;
  readonly hides: boolean;
}

export function manifestShown({ phases }: ResolvedRevision, showsSecrets: boolean): Shown {
  const objects = phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const items = showsSecrets ? objects : objects.map(maskObject);
  const hides = items.some((item, index) => item !== objects[index] && holdsValues(item));
  return { value: { apiVersion: 'v1', kind: 'List', items: items as unknown as JsonObject[] }, hides };
}

function holdsValues(object: KubeObject): boolean {
  return object['data'] !== undefined || object['stringData'] !== undefined || object.metadata.annotations !== undefined;
}
