/**
 * Does an account hold what our engine needs of it? Asked of roles and bindings as they are on a cluster, with the very rules that
 * `requiredPermissions` gives, so that an account with those lacks nothing.
 */
import type { KubeObject } from '../../api';
import { isError } from '../../issue';
import type { HeldRules } from './held-rules';
import { uniqueIssues, unknownTexts, type PermissionIssue } from './issues';
import { LiveRules, type User } from './live-rbac';
import type { MissingRules, PreAuthorization } from './pre-authorization';
import { isAggregated, isRbac, onRole, roleRefOf, rulesOf } from './rbac-objects';
import { permissionsFor, type PermissionOptions, type RequiredPermissions } from './required';
import { placeObjects, type PlacedObject } from './resources';
import { compactRules, uncovered, type PolicyRule } from './rules';

export interface LackingPermissions extends PreAuthorization {
  /** What had to be guessed: resources of kinds that the cluster does not serve yet. */
  readonly issues: readonly PermissionIssue[];
}

/**
 * What an account lacks to install, upgrade and remove these objects. What roles of the package grant may be held, or handed out by
 * `escalate` and `bind`: each as the account has it. `options.grants` only decides which of the two is named as missing.
 * @param live Roles, ClusterRoles and their bindings of the cluster
 */
export function lackingPermissions(
  objects: readonly KubeObject[],
  user: User,
  live: readonly KubeObject[],
  options: PermissionOptions,
): LackingPermissions {
  return lackingOf(objects, new LiveRules(live, user), options);
}

/**
 * @param rules what the account may do
 * @param needed what it needs beside what roles and bindings of the package take. @default what `requiredPermissions` gives
 */
export function lackingOf(
  objects: readonly KubeObject[],
  rules: HeldRules,
  options: PermissionOptions,
  needed: RequiredPermissions = permissionsFor(objects, options, 'none'),
): LackingPermissions {
  const { grants = 'hold' } = options;
  const handedOut = objects.filter((object) => isRbac(object, 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'));
  const { placed } = placeObjects(handedOut, options);
  const wanted = [
    ...needed.rules.map(({ namespace, rule }) => ({ namespace, rule })),
    ...placed.flatMap((entry) => grantOf(entry, placed, rules, grants).map((rule) => ({ namespace: entry.namespace, rule }))),
  ];
  const missing = new Map<string, PolicyRule[]>();
  const unknown = needed.issues.filter(isError);
  for (const { namespace, rule } of wanted) {
    const { rules: held, unknown: open } = rules.in(namespace);
    const lacking = uncovered(held, [rule]);
    if (lacking.length === 0) continue;
    unknown.push(...open);
    const known = missing.get(namespace) ?? [];
    // One after the other: there may be more of them than a call takes arguments.
    for (const one of lacking) known.push(one);
    missing.set(namespace, known);
  }
  const sorted = [...missing].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    missing: sorted.map(([namespace, list]) => ({ namespace, rules: compactRules(unique(list)) })),
    unknown: uniqueIssues(unknown),
    issues: needed.issues.filter((issue) => !isError(issue)),
  };
}

/**
 * What the account must have beside the object itself, because this object hands something out; empty when it may hand it out in any way.
 */
function grantOf(
  entry: PlacedObject,
  placed: readonly PlacedObject[],
  live: HeldRules,
  grants: 'hold' | 'delegate',
): readonly PolicyRule[] {
  const { object, namespace } = entry;
  if (isRbac(object, 'Role', 'ClusterRole')) {
    const escalate = onRole('escalate', { kind: object.kind, name: object.metadata.name ?? '' });
    const wanted = rulesOf(object);
    if (live.allows(namespace, escalate) || (!isAggregated(object) && uncovered(live.in(namespace).rules, wanted).length === 0)) return [];
    return grants === 'hold' && !isAggregated(object) ? wanted : [escalate];
  }
  const ref = roleRefOf(object);
  const bind = onRole('bind', ref);
  if (live.allows(namespace, bind)) return [];
  const own = placed.find(
    ({ object: role, namespace: place }) =>
      isRbac(role, 'Role', 'ClusterRole')
      && role.kind === ref.kind
      && role.metadata.name === ref.name
      && (ref.kind === 'ClusterRole' || place === namespace),
  );
  // A role of the package counts as it will be; another one as it is.
  const wanted = own === undefined ? live.role(ref, namespace) : isAggregated(own.object) ? undefined : rulesOf(own.object);
  if (wanted === undefined) return [bind];
  if (uncovered(live.in(namespace).rules, wanted).length === 0) return [];
  return grants === 'hold' && own !== undefined ? wanted : [bind];
}

function unique(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** What is missing, a rule a line, as people say it; undefined when nothing is missing and everything could be evaluated. */
export function formatLacking({ missing, unknown }: PreAuthorization): string | undefined {
  if (missing.length === 0 && unknown.length === 0) return undefined;
  return [...missing.flatMap(linesOf), ...unknownTexts(unknown).map((text) => `could not be evaluated: ${text}`)].join('\n');
}

function linesOf({ namespace, rules }: MissingRules): readonly string[] {
  const place = namespace === '' ? 'on the whole cluster' : `in namespace ${namespace}`;
  const byPlace = new Map<string, { readonly rule: PolicyRule; readonly names: string[] }>();
  for (const rule of rules) {
    const { resourceNames = [], ...rest } = rule;
    const key = JSON.stringify([rest, resourceNames.length > 0]);
    const known = byPlace.get(key) ?? { rule, names: [] };
    byPlace.set(key, known);
    for (const name of resourceNames) known.names.push(name);
  }
  return [...byPlace.values()].map(({ rule: { verbs, apiGroups = [], resources = [], nonResourceURLs = [] }, names }) => {
    const group = apiGroups[0] === undefined || apiGroups[0] === '' ? '' : `.${apiGroups[0]}`;
    const what = nonResourceURLs.length > 0 ? nonResourceURLs.join(', ') : resources.map((resource) => `${resource}${group}`).join(', ');
    return `${place}: ${[...verbs].sort().join(', ')} ${what}${names.length === 0 ? '' : ` (${[...names].sort().join(', ')})`}`;
  });
}
