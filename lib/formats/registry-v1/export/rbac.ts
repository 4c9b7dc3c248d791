/**
 * Which roles become permissions of the ClusterServiceVersion: those that rendering gives back with the same rights to the same service
 * accounts. All others stay objects, as they are.
 */
import { asObject, type JsonObject, nameOf } from '../../../api';
import { asArray, asString } from '../../../schema';
import { at, identityOf, kindOf, metadataOf, namespaceOf, objectsIn } from '../../export/parts';
import type { ExportObject } from '../../export/source';

const AGGREGATION = 'rbac.authorization.k8s.io/aggregate-to-';

export interface AccessParts {
  readonly clusterPermissions: readonly JsonObject[];
  readonly permissions: readonly JsonObject[];
  /** Identities of the objects that the permissions stand for: roles, bindings, service accounts. */
  readonly replaced: ReadonlySet<string>;
}

export interface AccessScope {
  readonly installNamespace: string;
  /**
   * Roles of the install namespace are the same as permissions: when the operator watches its own namespace. One that can watch all gets
   * its permissions in the whole cluster then, which is more.
   */
  readonly rolesAsPermissions: boolean;
}

interface Grant {
  readonly account: string;
  readonly binding: ExportObject;
  readonly role: ExportObject;
}

export function accessOf(objects: readonly ExportObject[], scope: AccessScope): AccessParts {
  const accounts = replaceableAccounts(objects, scope.installNamespace);
  const grants = objects.flatMap((object) => grantOf(object, objects, accounts, scope));
  // A role stays when anything else is bound to it, and then all of its bindings do.
  const granted = new Set(grants.map(({ binding }) => binding));
  const needed = new Set(objects.filter((object) => isBinding(object) && !granted.has(object))
    .flatMap((binding) => roleOf(binding, objects) ?? []));
  const kept = grants.filter(({ role }) => !needed.has(role));
  const permissionOf = ({ account, role }: Grant): JsonObject => ({ serviceAccountName: account, rules: role.manifest['rules'] ?? [] });
  const holders = new Set(kept.map(({ account }) => account));
  const generated = [...accounts].filter(([name]) => holders.has(name)).map(([, account]) => account);
  const replaced = [...kept.flatMap(({ binding, role }) => [binding, role]), ...generated];
  return {
    clusterPermissions: kept.filter(({ role }) => kindOf(role) === 'ClusterRole').map(permissionOf),
    permissions: kept.filter(({ role }) => kindOf(role) === 'Role').map(permissionOf),
    replaced: new Set(replaced.map(({ manifest }) => identityOf(manifest))),
  };
}

/** Service accounts of the package that its Deployments run as and that say nothing which a generated one would not. */
function replaceableAccounts(objects: readonly ExportObject[], namespace: string): ReadonlyMap<string, ExportObject> {
  const deployments = objects.filter((object) => kindOf(object) === 'Deployment');
  const pods = deployments.map(({ manifest }) => asObject(at(manifest, 'spec', 'template', 'spec')) ?? {});
  const accounts = objects.filter((object) => kindOf(object) === 'ServiceAccount' && namespaceOf(object) === namespace);
  const replaceable = accounts.filter((account) => {
    const {
      metadata: _metadata, apiVersion: _apiVersion, kind: _kind, automountServiceAccountToken: automount, ...more
    } = account.manifest;
    const users = pods.filter((pod) => pod['serviceAccountName'] === nameOf(account.manifest));
    // What the pods say themselves holds, whatever the account says.
    const mounted = automount !== false || users.every((pod) => typeof pod['automountServiceAccountToken'] === 'boolean');
    return nameOf(account.manifest) !== 'default' && users.length > 0 && mounted && Object.keys(more).length === 0 && isPlain(account);
  });
  return new Map(replaceable.map((account) => [nameOf(account.manifest), account]));
}

function grantOf(
  binding: ExportObject, objects: readonly ExportObject[], accounts: ReadonlyMap<string, ExportObject>, scope: AccessScope,
): Grant[] {
  if (!isBinding(binding) || !isPlain(binding)) return [];
  const role = roleOf(binding, objects);
  const [subject, ...others] = objectsIn(binding.manifest['subjects']);
  if (role === undefined || subject === undefined || others.length > 0 || !isConvertible(role, objects)) return [];
  const account = asString(subject['name']) ?? '';
  if (subject['kind'] !== 'ServiceAccount' || subject['namespace'] !== scope.installNamespace || !accounts.has(account)) return [];
  if (kindOf(binding) === 'ClusterRoleBinding') return [{ account, binding, role }];
  const here = kindOf(role) === 'Role' && namespaceOf(binding) === scope.installNamespace;
  return here && scope.rolesAsPermissions ? [{ account, binding, role }] : [];
}

function isBinding(object: ExportObject): boolean {
  return kindOf(object) === 'ClusterRoleBinding' || kindOf(object) === 'RoleBinding';
}

/** The role that a binding names, if it is one of the package. */
function roleOf(binding: ExportObject, objects: readonly ExportObject[]): ExportObject | undefined {
  const reference = asObject(binding.manifest['roleRef']) ?? {};
  return objects.find((object) => {
    if (kindOf(object) !== reference['kind'] || nameOf(object.manifest) !== reference['name']) return false;
    return kindOf(object) === 'ClusterRole' || (kindOf(object) === 'Role' && namespaceOf(object) === namespaceOf(binding));
  });
}

/** Rules, and nothing that takes part in aggregation. */
function isConvertible(role: ExportObject, objects: readonly ExportObject[]): boolean {
  if ((asArray(role.manifest['rules'])?.length ?? 0) === 0 || role.manifest['aggregationRule'] !== undefined || !isPlain(role)) {
    return false;
  }
  const labels = Object.keys(asObject(metadataOf(role.manifest)['labels']) ?? {})
    .filter((label) => !label.startsWith('olm.operatorframework.io/'));
  const aggregates = objects.some(({ manifest }) => manifest['aggregationRule'] !== undefined);
  return !labels.some((label) => label.startsWith(AGGREGATION)) && (labels.length === 0 || !aggregates);
}

/** Labels of what becomes a permission are not kept; annotations may mean something to other programs, so what has some stays an object. */
function isPlain({ manifest }: ExportObject): boolean {
  return Object.keys(metadataOf(manifest)).every((key) => ['name', 'namespace', 'labels'].includes(key));
}
