/** What a report about the operator has to collect: namespaces and other cluster-scoped objects, and instances of what it defines. Pure. */
import { asObject, groupOf, isDefinition, type KubeObject } from '../../../api';
import { compareBytes } from '../../../api/canonical-json';

export interface RelatedObject {
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
}

/** @param resourceOf the plural of a kind that the server serves; undefined: it does not */
export function relatedObjects(
  objects: readonly KubeObject[], fixed: readonly RelatedObject[],
  resourceOf: (apiVersion: string, kind: string) => { readonly resource: string; readonly namespaced: boolean } | undefined,
): readonly RelatedObject[] {
  const found = objects.flatMap((object): readonly RelatedObject[] => {
    const { apiVersion, kind, metadata: { name = '', namespace } } = object;
    const served = resourceOf(apiVersion, kind);
    const itself = served === undefined || served.namespaced ? [] : [{ group: groupOf(apiVersion), resource: served.resource, name }];
    const home = namespace === undefined ? [] : [{ group: '', resource: 'namespaces', name: namespace }];
    const spec = asObject(object['spec']);
    const plural = asObject(spec?.['names'])?.['plural'];
    const instances = isDefinition(object) && typeof plural === 'string' ? [
      { group: String(spec?.['group'] ?? ''), resource: plural, name: '' },
    ] : [];
    return [...itself, ...home, ...instances];
  });
  const all = new Map([...fixed, ...found].map((one) => [keyOf(one), one]));
  return [...all.values()].sort((a, b) => compareBytes(keyOf(a), keyOf(b)));
}

function keyOf({ namespace = '', group, resource, name }: RelatedObject): string {
  return [namespace, group, resource, name].join('\u0000');
}
