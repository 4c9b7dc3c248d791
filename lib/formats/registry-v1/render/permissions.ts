/** Roles of the operator: in the namespaces it watches, or of the cluster. */
import type { JsonObject } from '../../../api';
import { originKey } from '../../../issue';
import type { SourceObject } from '../../../revision';
import type { Permission, PolicyRule } from '../cluster-service-version';
import { json } from '../../files/json';
import { generated, type Generator, type RenderContext, watchesAll } from './context';
import { permissionName, serviceAccountOf } from './names';

const RBAC = 'rbac.authorization.k8s.io';

/** An operator written for one namespace need not find out about others; made to watch all, it must (as OLM has it). */
const FIND_NAMESPACES: PolicyRule = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };

/** `permissions` as Roles in each watched namespace; none when all are watched, as they are promoted then. */
export const permissions: Generator = (context) => {
  if (watchesAll(context)) return [];
  const pairs = context.targets.flatMap((namespace) =>
    context.csv.permissions.flatMap((permission) => rolePair(context, permission, namespace)));
  return withoutCopies(pairs);
};

/** `clusterPermissions` as ClusterRoles, and after them `permissions` when all namespaces are watched. */
export const clusterPermissions: Generator = (context) => {
  const { csv } = context;
  const promoted = watchesAll(context) ? csv.permissions.map((permission) => ({
    ...permission,
    rules: [...permission.rules, FIND_NAMESPACES],
  })) : [];
  return withoutCopies([...csv.clusterPermissions, ...promoted].flatMap((permission) => rolePair(context, permission, undefined)));
};

function rolePair(context: RenderContext, permission: Permission, namespace: string | undefined): SourceObject[] {
  const name = permissionName(context.csv.name, permission);
  const metadata: JsonObject = namespace === undefined ? { name } : { name, namespace };
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const subject = { kind: 'ServiceAccount', name: serviceAccountOf(permission), namespace: context.installNamespace };
  return [
    generated(context, { apiVersion: `${RBAC}/v1`, kind, metadata, rules: json(permission.rules) }),
    generated(context, {
      apiVersion: `${RBAC}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC, kind, name },
      subjects: [subject],
    }),
  ];
}

/** A permission that is given twice has one name, as that is made of its content. */
function withoutCopies(objects: readonly SourceObject[]): readonly SourceObject[] {
  return [...new Map(objects.map((object) => [originKey(object.origin), object])).values()];
}
