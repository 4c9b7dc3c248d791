/**
 * What the caller's own credentials lack for a run, found out before the run writes anything. Needs no permission of its
 * own: every account may ask the API server about itself.
 */
import type { KubeObject } from '../../api';
import { BoxcutterError } from '../../errors';
import { formatLacking, lackingOf, type LackingPermissions } from './lacking';
import { isAllowed, OwnRules, type NamedRole, type SelfReviewer } from './own-rules';
import type { MissingRules } from './pre-authorization';
import { isRbac, onRole, roleRefOf } from './rbac-objects';
import { neededInPlace, type LeavingObjects, type PermissionOptions } from './required';
import { placeObjects, type PlacedObject } from './resources';
import { singlesOf, type PolicyRule } from './rules';

export interface OwnPermissionOptions extends Omit<PermissionOptions, 'engine' | 'grants'>, LeavingObjects {
  /** Some namespaces are going to be made. @default false */
  readonly makesNamespaces?: boolean;
  /** Who asks about itself. @default 'command' */
  readonly engine?: 'command' | 'service-account';
}

/** @throws BoxcutterError `permissions-unknown`, category server, when the API server does not say */
export async function lackingOwnPermissions(
  objects: readonly KubeObject[],
  reviewer: SelfReviewer,
  { makesNamespaces = false, engine = 'command', ...place }: OwnPermissionOptions,
): Promise<LackingPermissions> {
  const options = { ...place, engine };
  const { rules, issues } = neededInPlace(objects, options, options);
  const namespaces = { apiGroups: [''], resources: ['namespaces'], verbs: ['create'] };
  const making = makesNamespaces ? [{ namespace: '', rule: namespaces, reason: 'to make namespaces' }] : [];
  const needed = { rules: [...rules, ...making], issues };
  const { placed } = placeObjects(objects, options);
  const places = [...needed.rules.map(({ namespace }) => namespace), ...placed.map(({ namespace }) => namespace)];
  const listed = await OwnRules.read(reviewer, places);
  // Whether a role may be handed out without holding it is a question of two verbs; what it grants, only RBAC decides.
  const open = listed.isIncomplete ? lackingOf(objects, listed, { ...options, grants: 'delegate' }, needed).missing : [];
  const held = listed.with(await allowedOf(open, reviewer));
  const bound = foreignRoles(placed).filter(({ ref, namespace }) => !held.allows(namespace, onRole('bind', ref)));
  const own = await held.withRoles(reviewer, bound);
  const { unknown, ...lacking } = lackingOf(objects, own, options, needed);
  return { ...lacking, unknown: [...unknown, ...own.unknown] };
}

/** Roles that bindings of the package name and that the package does not bring. */
function foreignRoles(placed: readonly PlacedObject[]): readonly NamedRole[] {
  const isBrought = ({ kind, name }: NamedRole['ref'], namespace: string): boolean =>
    placed.some((entry) =>
      isRbac(entry.object, 'Role', 'ClusterRole') && entry.object.kind === kind && entry.object.metadata.name === name
      && (kind === 'ClusterRole' || entry.namespace === namespace));
  return placed
    .filter(({ object }) => isRbac(object, 'RoleBinding', 'ClusterRoleBinding'))
    .map(({ object, namespace }) => ({ ref: roleRefOf(object), namespace }))
    .filter(({ ref, namespace }) => !isBrought(ref, namespace));
}

/** What of it the server allows all the same, by namespace: one question for each verb of each object. */
async function allowedOf(missing: readonly MissingRules[], reviewer: SelfReviewer): Promise<ReadonlyMap<string, readonly PolicyRule[]>> {
  const places = await Promise.all(missing.map(async ({ namespace, rules }) => {
    const asked = await Promise.all(rules.flatMap(singlesOf).map(async (single) =>
      ({ single, isAllowed: await isAllowed(reviewer, namespace, single) })));
    return [namespace, asked.filter((one) => one.isAllowed).map(({ single }) => single)] as const;
  }));
  return new Map(places);
}

/** The error that stops a run; undefined when nothing is missing. @returns BoxcutterError `permissions-missing`, category server */
export function permissionsError({ missing, unknown }: LackingPermissions, what: string): BoxcutterError | undefined {
  const lines = formatLacking({ missing, unknown })?.split('\n').map((line) => `  ${line}`) ?? [];
  if (missing.length === 0) return undefined;
  return new BoxcutterError(
    'permissions-missing',
    'server',
    `These credentials lack permissions that ${what} needs:\n${lines.join('\n')}\nNothing was changed.`,
    { hint: ({ operation }) => `All that an installer needs, as roles: ${operation('requiredPermissions')}.`, details: { missing } },
  );
}
