/**
 * The least that an account must be allowed so that our engine can install, upgrade and remove these objects as that account.
 * docs/permissions.md says what each rule is for, and what RBAC cannot say more narrowly.
 */
import { GROUP, groupOf, type KubeObject } from '../../api';
import type { Finding } from '../../issue';
import { isAggregated, isRbac, RBAC_GROUP, roleRefOf, roleResource, rulesOf } from './rbac-objects';
import { placeObjects, type PlacedObject, type PlacementOptions } from './resources';
import { covers, type PolicyRule } from './rules';

export interface PermissionOptions extends PlacementOptions {
  /**
   * Who installs: the command keeps its state in Secrets and watches object by object; the controller watches kinds on the whole cluster.
   */
  readonly engine: 'command' | 'controller';
  /** Name of the extension: its Secrets, or its revisions, carry it. */
  readonly extension: string;
  /** Where the command keeps the state of the extension. @default installNamespace */
  readonly stateNamespace?: string;
  /**
   * How the account may hand out what the roles of the package say: by holding it itself (`hold`), or by the verbs `escalate` and
   * `bind` on just these roles (`delegate`): fewer rules, but who may change the role by that account may become anybody. @default 'hold'
   */
  readonly grants?: 'hold' | 'delegate';
}

/** A rule, where it must hold, and why it is there. */
export interface ScopedRule {
  /** Empty: on the whole cluster. */
  readonly namespace: string;
  readonly rule: PolicyRule;
  readonly reason: string;
}

export interface RequiredPermissions {
  readonly rules: readonly ScopedRule[];
  readonly findings: readonly Finding[];
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
  const { placed, findings } = placeObjects(objects, options);
  // A Role cannot be made in a namespace that is not there yet: what is needed in those that come with the package stands in the
  // ClusterRole.
  const brought = new Set(
    objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace').map(({ metadata }) => metadata.name),
  );
  const scoped = placed.map((entry) => (brought.has(entry.namespace) ? { ...entry, namespace: '' } : entry));
  const rules = [
    ...objectRules(scoped, options),
    ...definitionRules(scoped, options),
    ...(grants === 'none' ? [] : grantRules(scoped, grants)),
    ...stateRules(options),
  ];
  return { rules: withoutCovered(rules), findings };
}

/** One rule for the objects of a kind in a namespace. Objects are created by server-side apply, so even `create` can be bound to names. */
function objectRules(placed: readonly PlacedObject[], { engine }: Pick<PermissionOptions, 'engine'>): readonly ScopedRule[] {
  const byResource = new Map<string, { readonly first: PlacedObject; readonly names: Set<string> }>();
  for (const entry of placed) {
    const key = `${entry.namespace} ${entry.group} ${entry.resource}`;
    const known = byResource.get(key) ?? { first: entry, names: new Set() };
    byResource.set(key, known);
    known.names.add(entry.object.metadata.name ?? '');
  }
  const sorted = [...byResource].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return sorted.flatMap(({ first: { group, resource, namespace, object: { kind } }, names }): ScopedRule[] => {
    const place = { apiGroups: [group], resources: [resource] };
    const named = { ...place, resourceNames: [...names].sort() };
    if (engine === 'command') {
      return [
        {
          namespace,
          rule: { ...named, verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'] },
          reason: `to apply, watch and remove each ${kind}`,
        },
      ];
    }
    return [
      { namespace, rule: { ...named, verbs: ['get', 'create', 'patch', 'delete'] }, reason: `to apply and remove each ${kind}` },
      {
        namespace: '',
        rule: { ...place, verbs: ['list', 'watch'] },
        reason: `the controller has one stream for all objects of kind ${kind}`,
      },
    ];
  });
}

/** Before a definition is deleted the command counts the custom resources that would go with it. */
function definitionRules(placed: readonly PlacedObject[], { engine }: Pick<PermissionOptions, 'engine'>): readonly ScopedRule[] {
  if (engine !== 'command') return [];
  return placed.flatMap(({ object: { apiVersion, kind, metadata: { name = '' } } }): ScopedRule[] => {
    if (kind !== 'CustomResourceDefinition' || groupOf(apiVersion) !== 'apiextensions.k8s.io') return [];
    const dot = name.indexOf('.');
    const rule = { apiGroups: [name.slice(dot + 1)], resources: [name.slice(0, dot)], verbs: ['list'] };
    return [{ namespace: '', rule, reason: 'to see, before the definition is deleted, whether that would delete data' }];
  });
}

/** Kubernetes lets nobody hand out what he does not have. */
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
          rule: onRole('escalate', object.kind, name),
          reason: `to write ${object.kind} ${name} without holding what it grants`,
        },
      ];
    }
    if (!isRbac(object, 'RoleBinding', 'ClusterRoleBinding')) return [];
    const ref = roleRefOf(object);
    const role = ofPackage.get(
      ref.kind === 'ClusterRole' ? `ClusterRole ${ref.name}` : `Role ${object.metadata.namespace ?? namespace}/${ref.name}`,
    );
    // What the role grants is held for its own sake; of a role that is not in the package, nobody knows here what it grants.
    if (grants === 'hold' && role !== undefined && !isAggregated(role.object)) return [];
    return [{ namespace, rule: onRole('bind', ref.kind, ref.name), reason: `${object.kind} ${name} hands out ${ref.kind} ${ref.name}` }];
  });
}

function roleKey(kind: string, { object, namespace }: PlacedObject): string {
  const { name = '', namespace: own } = object.metadata;
  return kind === 'ClusterRole' ? `ClusterRole ${name}` : `Role ${own ?? namespace}/${name}`;
}

function onRole(verb: string, kind: string, name: string): PolicyRule {
  return { apiGroups: [RBAC_GROUP], resources: [roleResource(kind)], resourceNames: [name], verbs: [verb] };
}

function stateRules({
  engine,
  extension,
  installNamespace = '',
  stateNamespace = installNamespace,
}: Omit<PermissionOptions, 'grants'>): readonly ScopedRule[] {
  if (engine === 'controller') {
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

/**
 * Steps that comparing each rule with each may take: real packages take thousands. Of one with more, rules that say no more than others
 * stay.
 */
const MAX_STEPS = 20_000_000;

/** Nothing that another rule gives as well, there or on the whole cluster. Of two that are equal the first stays. */
function withoutCovered(all: readonly ScopedRule[]): readonly ScopedRule[] {
  const seen = new Set<string>();
  const rules = all.filter(({ namespace, rule }) => seen.size < seen.add(JSON.stringify([namespace, rule])).size);
  const entries = rules.reduce(
    (sum, { rule }) => sum + Object.values(rule).reduce((length, list: readonly string[]) => length + list.length, 0),
    0,
  );
  if (rules.length * entries > MAX_STEPS) return rules;
  const isCovered = ({ namespace, rule }: ScopedRule, index: number): boolean =>
    rules.some((other, position) =>
      position !== index &&
      (other.namespace === '' || other.namespace === namespace) &&
      covers(other.rule, rule) &&
      (position < index || other.namespace !== namespace || !covers(rule, other.rule)));
  return rules.filter((rule, index) => !isCovered(rule, index));
}
