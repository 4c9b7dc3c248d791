/** Why a kind has no schema. */
import { groupOf, versionOf } from '../api';
import { defined } from '../defined';
import type { UnknownKind } from './issues';
import type { SchemaSource } from './pack';
import { retirementOf } from './retired';
import { nearest } from './suggest';

/**
 * Kinds of groups that Kubernetes owns must exist: an error. Of the others a CRD may be on the cluster already, so there it is a warning
 * that the object was not checked.
 */
export function unknownKind(schemas: SchemaSource, apiVersion: string, kind: string): UnknownKind {
  const group = groupOf(apiVersion);
  const elsewhere = schemas.apiVersionsOf(kind);
  const sameGroup = elsewhere.filter((one) => groupOf(one) === group);
  if (!schemas.isBuiltInGroup(group)) {
    if (sameGroup.length === 0) return { problem: 'not-among-objects', kind, apiVersion };
    return { problem: 'version-not-served', kind, version: versionOf(apiVersion), served: sameGroup.map(versionOf) };
  }
  const candidates = sameGroup.length > 0 ? sameGroup : elsewhere.filter((one) => schemas.isBuiltInGroup(groupOf(one)));
  const servedIn = preferred(candidates);
  const retired = retirementOf(apiVersion, kind);
  if (retired) {
    return { problem: 'retired', kind, apiVersion, ...defined({ since: retired.since, replacedBy: retired.replacedBy, servedIn }) };
  }
  const near = nearest(kind, schemas.kindsOf(apiVersion));
  return { problem: 'no-such-kind', kind, apiVersion, kubernetesVersion: schemas.version, ...defined({ servedIn, near }) };
}

/** The stable version if there is one, else the last by name. */
function preferred(apiVersions: readonly string[]): string | undefined {
  const stable = apiVersions.filter((one) => /^v\d+$/.test(versionOf(one)));
  return (stable.length > 0 ? stable : apiVersions).at(-1);
}
