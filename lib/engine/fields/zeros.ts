/** Zero values that the API server takes and does not store. */
import { groupOf } from '../../api';

/**
 * Groups that the API server builds in: their kinds are stored through Go types, whose zero values of most fields are left out.
 * What custom resources say is stored to the letter. Other groups end in `.k8s.io`, too, so only a list says which are built in.
 */
export const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([
  '', 'apps', 'autoscaling', 'batch', 'policy',
  ...[
    'admissionregistration', 'apiextensions', 'apiregistration', 'authentication', 'authorization', 'certificates', 'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver', 'networking', 'node', 'rbac.authorization', 'resource', 'scheduling', 'storage', 'storagemigration',
  ].map((name) => `${name}.k8s.io`),
]); // prettier-ignore

export function isBuiltIn(apiVersion: string): boolean {
  return BUILT_IN_GROUPS.has(groupOf(apiVersion));
}

/** `false`, `0` or `""`: as good as nothing where the server leaves it out. */
export function isZero(value: unknown): boolean {
  return value === false || value === 0 || value === '';
}
