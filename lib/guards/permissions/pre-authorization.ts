/**
 * May this account manage these objects? Asked before anything is written, by OLM's algorithm, so that all that is missing is said at
 * once. Source: operator-controller up to 1.10. Unlike there, groups of the account count, as they do in the API server.
 */
import { GROUP, type KubeObject } from '../../api';
import { uniqueIssues, unknownTexts, type PermissionIssue } from './issues';
import { LiveRules, type User } from './live-rbac';
import { isAggregated, isRbac, onRole, roleRefOf, rulesOf } from './rbac-objects';
import { placeObjects, type PlacedObject, type PlacementOptions } from './resources';
import { compactRules, uncovered, type PolicyRule } from './rules';

export interface PreAuthorizationOptions extends PlacementOptions {
  /** Name of the ClusterExtension. */
  readonly extension: string;
}

/** What is missing in one namespace; the empty one is the whole cluster. */
export interface MissingRules {
  readonly namespace: string;
  readonly rules: readonly PolicyRule[];
}

export interface PreAuthorization {
  /** Empty: nothing is missing. Sorted by namespace. */
  readonly missing: readonly MissingRules[];
  /** What could not be evaluated; something may be missing from `missing`. */
  readonly unknown: readonly PermissionIssue[];
}

/**
 * @param objects what is to be installed; roles among them are judged by what they grant
 * @param live Roles, ClusterRoles and their bindings of the cluster
 */
export function checkPreAuthorization(
  objects: readonly KubeObject[],
  user: User,
  live: readonly KubeObject[],
  options: PreAuthorizationOptions,
): PreAuthorization {
  const { placed, issues } = placeObjects(objects, options);
  const rules = new LiveRules(live, user);
  const missing = new Map<string, PolicyRule[]>();
  const miss = (namespace: string, wanted: readonly PolicyRule[]): void => {
    const known = missing.get(namespace) ?? [];
    for (const rule of wanted) known.push(rule);
    missing.set(namespace, known);
  };
  for (const { namespace, rule } of wantedOf(placed, options.extension)) if (!rules.allows(namespace, rule)) miss(namespace, [rule]);
  const unknown = [...issues];
  for (const entry of placed) {
    const { namespace } = entry;
    const lacking = uncovered(rules.in(namespace).rules, grantedBy(entry, placed, rules));
    if (lacking.length === 0) continue;
    miss(namespace, lacking);
    unknown.push(...rules.in(namespace).unknown);
  }
  const sorted = [...missing].sort(([a], [b]) => (a < b ? -1 : 1));
  return { missing: sorted.map(([namespace, list]) => ({ namespace, rules: compactRules(list) })), unknown: uniqueIssues(unknown) };
}

interface Wanted {
  readonly namespace: string;
  readonly rule: PolicyRule;
}

function wantedOf(placed: readonly PlacedObject[], extension: string): readonly Wanted[] {
  const wanted = new Map<string, Wanted>();
  const want = (namespace: string, verb: string, group: string, resource: string, name?: string): void => {
    const rule = { verbs: [verb], apiGroups: [group], resources: [resource], ...(name === undefined ? {} : { resourceNames: [name] }) };
    wanted.set(JSON.stringify([namespace, rule]), { namespace, rule });
  };
  for (const { object, group, resource, namespace } of placed) {
    for (const verb of ['get', 'patch', 'update', 'delete']) want(namespace, verb, group, resource, object.metadata.name ?? '');
    want(namespace, 'create', group, resource);
    for (const verb of ['list', 'watch']) want('', verb, group, resource);
  }
  if (placed.length > 0) want('', 'update', GROUP, 'clusterextensions/finalizers', extension);
  return [...wanted.values()];
}

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** What the account must hold itself because this object hands it out. */
function grantedBy({ object, namespace }: PlacedObject, placed: readonly PlacedObject[], live: LiveRules): readonly PolicyRule[] {
  if (isRbac(object, 'Role', 'ClusterRole')) {
    if (live.allows(namespace, onRole('escalate', { kind: object.kind, name: object.metadata.name ?? '' }))) return [];
    return [...(object.kind === 'ClusterRole' && isAggregated(object) ? EVERYTHING : []), ...rulesOf(object)];
  }
  if (!isRbac(object, 'RoleBinding', 'ClusterRoleBinding')) return [];
  const ref = roleRefOf(object);
  if (live.allows(namespace, onRole('bind', ref))) return [];
  // A role that the package brings counts as it will be, and, while it is there already, as it is.
  const own = placed.filter((other) =>
    isRbac(other.object, 'Role', 'ClusterRole') && other.object.kind === ref.kind && other.object.metadata.name === ref.name &&
    (ref.kind === 'ClusterRole' || other.namespace === namespace));
  return [...(live.role(ref, namespace) ?? []), ...own.flatMap((role) => rulesOf(role.object))];
}

/** OLM's message; undefined when nothing is missing and everything could be evaluated. */
export function formatPreAuthorization({ missing, unknown }: PreAuthorization): string | undefined {
  if (missing.length === 0 && unknown.length === 0) return undefined;
  const lines = missing.flatMap(({ namespace, rules }) => rules.map((rule) => `  ${ruleText(namespace, rule)}`));
  const errors = unknown.length === 0 ? [] : [`authorization evaluation error: ${unknownTexts(unknown).join('; ')}`];
  if (lines.length === 0) return `pre-authorization failed: ${errors.join('')}`;
  return [
    'pre-authorization failed: service account requires the following permissions to manage cluster extension:',
    ...lines,
    ...errors,
  ].join('\n');
}

function ruleText(
  namespace: string,
  { apiGroups = [], resources = [], resourceNames = [], verbs, nonResourceURLs = [] }: PolicyRule,
): string {
  const part = (name: string, values: readonly string[]): string =>
    values.length === 0 ? '' : ` ${name}:[${[...values].sort().join(',')}]`;
  return (
    `Namespace:${JSON.stringify(namespace)}${part('APIGroups', apiGroups)}${part('Resources', resources)}`
    + `${part('ResourceNames', resourceNames)}${part('Verbs', verbs)}${part('NonResourceURLs', nonResourceURLs)}`
  );
}
