/**
 * The least that an account must be allowed so that our engine can install, upgrade and remove these objects as that account.
 * docs/permissions.md says what each rule is for, and what RBAC cannot say more narrowly.
 */
import { GROUP, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { PermissionIssue } from './issues';
import { claimRules, definitionRules, holderRules, leavingRules, objectRules, type PermissionEngine } from './object-rules';
import { isAggregated, isRbac, onRole, roleRefOf, rulesOf } from './rbac-objects';
import { placeObjects, type PlacedObject, type PlacementOptions } from './resources';
import { withoutCovered, type ScopedRule } from './scoped-rule';

export type { PermissionEngine } from './object-rules';
export type { ScopedRule } from './scoped-rule';

export interface PermissionOptions extends PlacementOptions {
  /** Who installs. */
  readonly engine: PermissionEngine;
  /** Name of the extension: its Secrets, or its revisions, carry it. */
  readonly extension: string;
  /** Where the command keeps the state of the extension. @default installNamespace */
  readonly stateNamespace?: string;
  /**
   * How the account may hand out what the roles of the package say: by holding it itself (`hold`), or by the verbs `escalate` and
   * `bind` on just these roles (`delegate`): fewer rules, but a user who may change the role through that account may gain any
   * permission. @default 'hold'
   */
  readonly grants?: 'hold' | 'delegate';
}

export interface RequiredPermissions {
  readonly rules: readonly ScopedRule[];
  readonly issues: readonly PermissionIssue[];
}

export function requiredPermissions(objects: readonly KubeObject[], options: PermissionOptions): RequiredPermissions {
  return permissionsFor(objects, options, options.grants ?? 'hold');
}

/** @param grants `none`: without what roles and bindings of the package take beside being written */
export function permissionsFor(
  objects: readonly KubeObject[],
  options: Omit<PermissionOptions, 'grants'>,
  grants: 'hold' | 'delegate' | 'none',
): RequiredPermissions {
  const { placed, issues } = placeObjects(objects, options);
  // A Role cannot be made in a namespace that is not there yet: what is needed in those that come with the package stands in the
  // ClusterRole.
  const brought = new Set(
    objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace').map(({ metadata }) => metadata.name),
  );
  const scoped = placed.map((entry) => (brought.has(entry.namespace) ? { ...entry, namespace: '' } : entry));
  const rules = [
    ...objectRules(scoped, options.engine),
    ...(options.engine === 'controller' ? [] : [...definitionRules(scoped), ...claimRules(scoped), ...holderRules(placed)]),
    ...(grants === 'none' ? [] : grantRules(scoped, grants)),
    ...stateRules(options),
  ];
  return { rules: withoutCovered(rules), issues };
}

/** Objects of an earlier revision that the next one has not. */
export interface LeavingObjects {
  /** @default none */
  readonly removed?: readonly ObjectRef[];
  /** Let go of, and living on. @default none */
  readonly released?: readonly ObjectRef[];
}

/**
 * What a run needs beside what roles and bindings of the package take, each asked for where the object is. (`permissionsFor` asks on the
 * whole cluster for what goes to a namespace of the package, because no Role can be given there before it exists.) A service account is not
 * asked for what only an admission plugin wants that few clusters have: there the dry run tells.
 */
export function neededInPlace(
  objects: readonly KubeObject[],
  { removed = [], released = [] }: LeavingObjects,
  options: Omit<PermissionOptions, 'grants'>,
): RequiredPermissions {
  const { placed, issues } = placeObjects(objects, options);
  const gone = placeRefs(removed, options);
  const rules = [
    ...objectRules(placed, options.engine),
    ...leavingRules(gone, 'delete'),
    ...leavingRules(placeRefs(released, options), 'patch'),
    ...definitionRules([...placed, ...gone]),
    ...claimRules(gone),
    ...(options.engine === 'service-account' ? [] : stateRules(options)),
  ];
  return { rules: withoutCovered(rules), issues };
}

function placeRefs(refs: readonly ObjectRef[], options: PlacementOptions): readonly PlacedObject[] {
  const objects = refs.map(({ apiVersion, kind, name, namespace }) =>
    ({ apiVersion, kind, metadata: { name, ...defined({ namespace }) } }));
  return placeObjects(objects, options).placed;
}

/** Kubernetes lets no account hand out what it does not have. */
function grantRules(placed: readonly PlacedObject[], grants: 'hold' | 'delegate'): readonly ScopedRule[] {
  const ofPackage = new Map(
    placed.filter(({ object }) => isRbac(object, 'Role', 'ClusterRole')).map((entry) => [roleKey(entry.object.kind, entry), entry]),
  );
  return placed.flatMap((entry): readonly ScopedRule[] => {
    const { object, namespace } = entry;
    const { name = '' } = object.metadata;
    if (isRbac(object, 'Role', 'ClusterRole')) {
      const reason = `${object.kind} ${name} grants it`;
      if (grants === 'hold' && !isAggregated(object)) return rulesOf(object).map((rule) => ({ namespace, rule, reason }));
      return [
        {
          namespace,
          rule: onRole('escalate', { kind: object.kind, name }),
          reason: `to write ${object.kind} ${name} without holding what it grants`,
        },
      ];
    }
    if (!isRbac(object, 'RoleBinding', 'ClusterRoleBinding')) return [];
    const ref = roleRefOf(object);
    const role = ofPackage.get(
      ref.kind === 'ClusterRole' ? `ClusterRole ${ref.name}` : `Role ${object.metadata.namespace ?? namespace}/${ref.name}`,
    );
    // What the role grants is held for its own sake; of a role that is not in the package, what it grants is not known here.
    if (grants === 'hold' && role !== undefined && !isAggregated(role.object)) return [];
    return [{ namespace, rule: onRole('bind', ref), reason: `${object.kind} ${name} hands out ${ref.kind} ${ref.name}` }];
  });
}

function roleKey(kind: string, { object, namespace }: PlacedObject): string {
  const { name = '', namespace: own } = object.metadata;
  return kind === 'ClusterRole' ? `ClusterRole ${name}` : `Role ${own ?? namespace}/${name}`;
}

function stateRules({
  engine,
  extension,
  installNamespace = '',
  stateNamespace = installNamespace,
}: Omit<PermissionOptions, 'grants'>): readonly ScopedRule[] {
  if (engine !== 'command') {
    const rule = { apiGroups: [GROUP], resources: ['clusterextensionrevisions/finalizers'], verbs: ['update'] };
    return [
      {
        namespace: '',
        rule,
        reason: 'objects name their revision as an owner that waits for them; names of revisions have a number at the end',
      },
    ];
  }
  const secrets = { apiGroups: [''], resources: ['secrets'] };
  return [
    {
      namespace: stateNamespace,
      rule: { ...secrets, verbs: ['get', 'create', 'delete'] },
      reason: 'the content of each revision is in Secrets whose names have a number at the end; RBAC has no patterns for names',
    },
    {
      namespace: stateNamespace,
      rule: { ...secrets, resourceNames: [`boxcutter.${extension}`], verbs: ['update'] },
      reason: 'the record of the extension, and its lock',
    },
  ];
}
