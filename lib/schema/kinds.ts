/** What to say of a kind that has no schema. */
import { groupOf, versionOf } from '../api';
import type { SchemaSource } from './pack';
import { retirementOf } from './retired';
import { nearest } from './suggest';

export interface KindProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
}

/** Kinds of groups that Kubernetes owns must exist; of the others a CRD may be on the cluster already. */
export function unknownKind(schemas: SchemaSource, apiVersion: string, kind: string): KindProblem {
  const group = groupOf(apiVersion);
  const elsewhere = schemas.apiVersionsOf(kind);
  const sameGroup = elsewhere.filter((one) => groupOf(one) === group);
  if (!schemas.isBuiltInGroup(group)) {
    if (sameGroup.length > 0) {
      return {
        severity: 'error',
        message: `the CustomResourceDefinition of ${kind} serves no version ${versionOf(apiVersion)}`,
        hint: `Served: ${sameGroup.map(versionOf).join(', ')}.`,
      };
    }
    return {
      severity: 'warning',
      message: `no CustomResourceDefinition of ${kind} in ${apiVersion} is among the objects, so its fields were not checked`,
      hint: 'The cluster must serve this kind already when the object is applied.',
    };
  }
  const candidates = sameGroup.length > 0 ? sameGroup : elsewhere.filter((one) => schemas.isBuiltInGroup(groupOf(one)));
  const best = preferred(candidates);
  const retired = retirementOf(apiVersion, kind);
  if (retired) {
    const hint = retired.instead ?? (best ? `Write it for ${best}; fields may differ.` : undefined);
    return { severity: 'error', message: `Kubernetes serves no ${kind} in ${apiVersion} since version ${retired.since}`, ...(hint ? { hint } : {}) };
  }
  const near = nearest(kind, schemas.kindsOf(apiVersion));
  const hint = best ? `It is served in ${best}.` : near ? `Did you mean "${near}"?` : undefined;
  return { severity: 'error', message: `Kubernetes ${schemas.version} has no kind "${kind}" in ${apiVersion} that can be applied`, ...(hint ? { hint } : {}) };
}

/** The stable version if there is one, else the last by name. */
function preferred(apiVersions: readonly string[]): string | undefined {
  const stable = apiVersions.filter((one) => /^v\d+$/.test(versionOf(one)));
  return (stable.length > 0 ? stable : apiVersions).at(-1);
}
