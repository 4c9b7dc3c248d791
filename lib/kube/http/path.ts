import { groupOf, type ObjectRef } from '../../api';
import type { ObserveScope, ServedKind } from '../../engine/ports';
import { BoxcutterError } from '../../errors';

/** Path of one object. Throws `namespace-required` and `name-required`: what is missing there is a mistake of the caller. */
export function objectPath(kind: ServedKind, ref: ObjectRef): string {
  if (ref.name !== '') return `${collectionPath(kind, ref.namespace)}/${encodeURIComponent(ref.name)}`;
  throw new BoxcutterError(
    'name-required', 'input',
    `An object of kind ${kind.kind} (${kind.apiVersion}) has no name.`,
    { hint: 'Set metadata.name.' },
  );
}

/** Path to create in. */
export function collectionPath(kind: ServedKind, namespace: string | undefined): string {
  if (!kind.namespaced) return `${groupVersionPath(kind.apiVersion)}/${kind.resource}`;
  if (namespace) return `${groupVersionPath(kind.apiVersion)}/namespaces/${encodeURIComponent(namespace)}/${kind.resource}`;
  throw new BoxcutterError('namespace-required', 'input', `${kind.kind} of ${kind.apiVersion} is namespaced, but no namespace was given.`, {
    hint: ({ option }) => `Set metadata.namespace, or give a namespace with ${option('namespace')}.`,
    details: { apiVersion: kind.apiVersion, kind: kind.kind },
  });
}

/** Path and selectors to list and watch; all namespaces when the scope has none. */
export function scopePath(kind: ServedKind, scope: ObserveScope, parameters: Readonly<Record<string, string | undefined>>): string {
  const path = kind.namespaced && scope.namespace
    ? collectionPath(kind, scope.namespace)
    : `${groupVersionPath(kind.apiVersion)}/${kind.resource}`;
  return path + query({
    fieldSelector: scope.name === undefined ? undefined : `metadata.name=${scope.name}`,
    labelSelector: scope.labelSelector,
    ...parameters,
  });
}

export function groupVersionPath(apiVersion: string): string {
  return groupOf(apiVersion) === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`;
}

/** `?a=b&c=d` of the parameters that are defined; empty when none is. */
export function query(parameters: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`]));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
