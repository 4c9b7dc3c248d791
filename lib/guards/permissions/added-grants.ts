/**
 * What the roles and bindings of a package would grant that those of another version of it do not. Pure. Who reads it decides whether
 * that is approved, so what is powerful comes first, and nothing that grants something is left out because it grants it in an unusual way.
 */
import { asObject, type KubeObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { defined } from '../../defined';
import { isAggregated, isRbac, RBAC_GROUP, type RbacSubject, type RoleRef, roleRefOf, rulesOf, subjectsOf } from './rbac-objects';
import { compactRules, uncovered, type PolicyRule } from './rules';

/** `namespace`: where it holds; empty: on the whole cluster. */
export type AddedGrant =
  /** By a role of the package: where the package binds it, or everywhere, when others may bind it or get its rules by aggregation. */
  | { readonly type: 'rule'; readonly namespace: string; readonly rule: PolicyRule }
  /** A role of others, or one of the package to somebody who is no service account of it. */
  | { readonly type: 'binding'; readonly namespace: string; readonly role: RoleRef; readonly subjects: readonly RbacSubject[] }
  /** A ClusterRole of the package gathers the rules of others. `selectors`: of which ones, as JSON. */
  | { readonly type: 'gathering'; readonly namespace: ''; readonly role: RoleRef; readonly selectors: string };

/** Sorted: what is powerful before the rest, what holds on the whole cluster before what holds in a namespace. */
export function addedGrants(before: readonly KubeObject[], next: readonly KubeObject[]): readonly AddedGrant[] {
  return [...addedRules(before, next), ...addedBindings(before, next), ...addedGatherings(before, next)]
    .map((grant) => ({ grant, weight: weightOf(grant) }))
    .sort((a, b) => a.weight - b.weight || (a.grant.namespace < b.grant.namespace ? -1 : a.grant.namespace > b.grant.namespace ? 1 : 0))
    .map(({ grant }) => grant);
}

interface RoleGrant {
  readonly namespace: string;
  /** Service accounts of the package; or whoever else is bound, may be bound by others, or gets rules by aggregation. */
  readonly reaches: 'package' | 'others';
  readonly rules: readonly PolicyRule[];
}

/** What reached others was not yet granted to the package, and the other way round. */
function addedRules(before: readonly KubeObject[], next: readonly KubeObject[]): readonly AddedGrant[] {
  const [old, wanted] = [roleGrants(before), roleGrants(next)];
  return [...new Set(wanted.map(({ namespace }) => namespace))].flatMap((namespace) => {
    const missing = (['package', 'others'] as const).flatMap((reaches) => {
      const held = old.filter((one) => one.reaches === reaches && (one.namespace === '' || one.namespace === namespace));
      const rules = wanted.filter((one) => one.reaches === reaches && one.namespace === namespace).flatMap((one) => one.rules);
      return uncovered(held.flatMap((one) => one.rules), rules);
    });
    return compactRules(missing).map((rule) => ({ type: 'rule', namespace, rule }) as const);
  });
}

function roleGrants(objects: readonly KubeObject[]): readonly RoleGrant[] {
  const accounts = accountsIn(objects);
  const bound = new Map<string, Map<string, Pick<RoleGrant, 'namespace' | 'reaches'>>>();
  for (const binding of bindingsIn(objects)) {
    const [key, namespace] = [roleKey(roleRefOf(binding), binding.metadata.namespace), placeOf(binding)];
    const places = bound.get(key) ?? new Map<string, Pick<RoleGrant, 'namespace' | 'reaches'>>();
    bound.set(key, places);
    for (const subject of subjectsOf(binding)) {
      const reaches = accounts.has(accountKey(subject)) ? 'package' : 'others';
      places.set(`${reaches} ${namespace}`, { namespace, reaches });
    }
  }
  return objects.filter((object) => isRbac(object, 'Role', 'ClusterRole') && !isAggregated(object)).flatMap((role) => {
    const rules = rulesOf(role);
    const places = [...bound.get(roleKey(refTo(role), role.metadata.namespace))?.values() ?? []];
    const isOpen = places.length === 0 || aggregatesTo(role).length > 0;
    return [
      ...places.map((place) => ({ ...place, rules })),
      ...(isOpen ? [{ namespace: role.kind === 'Role' ? placeOf(role) : '', reaches: 'others' as const, rules }] : []),
    ];
  });
}

function addedBindings(before: readonly KubeObject[], next: readonly KubeObject[]): readonly AddedGrant[] {
  const known = new Set(handed(before).map(({ key }) => key));
  const byRole = new Map<string, { readonly namespace: string; readonly role: RoleRef; readonly subjects: RbacSubject[] }>();
  for (const { key, namespace, role, subject } of handed(next)) {
    if (known.has(key)) continue;
    const id = JSON.stringify([namespace, role.kind, role.name]);
    const one = byRole.get(id) ?? { namespace, role, subjects: [] };
    byRole.set(id, one);
    one.subjects.push(subject);
    // Two bindings may say the same.
    known.add(key);
  }
  return [...byRole.values()].map(({ namespace, role, subjects }) => ({ type: 'binding', namespace, role, subjects }));
}

/** Who gets which role, where `addedRules` does not say it all: its rules are those of others, or who gets it is no part of the package. */
function handed(objects: readonly KubeObject[]) {
  const accounts = accountsIn(objects);
  const roles = new Set(objects.filter((object) => isRbac(object, 'Role', 'ClusterRole') && !isAggregated(object)).map((role) => (
    roleKey(refTo(role), role.metadata.namespace)
  )));
  return bindingsIn(objects).flatMap((binding) => {
    const [role, namespace] = [roleRefOf(binding), placeOf(binding)];
    const isForeign = !roles.has(roleKey(role, binding.metadata.namespace));
    return subjectsOf(binding).flatMap((subject) => {
      if (accounts.has(accountKey(subject)) && !isForeign) return [];
      const key = JSON.stringify([namespace, role.kind, role.name, isForeign, subject.kind, subject.namespace ?? '', subject.name]);
      return [{ key, namespace, role, subject }];
    });
  });
}

function addedGatherings(before: readonly KubeObject[], next: readonly KubeObject[]): readonly AddedGrant[] {
  const known = new Set(gatherings(before).map((one) => canonicalJson(one)));
  return gatherings(next).filter((one) => !known.has(canonicalJson(one))).map(({ name, selectors }) => (
    { type: 'gathering', namespace: '', role: { kind: 'ClusterRole', name }, selectors }
  ));
}

function gatherings(objects: readonly KubeObject[]) {
  return objects.filter((object) => isRbac(object, 'ClusterRole') && isAggregated(object)).map((role) => ({
    name: role.metadata.name ?? '',
    selectors: canonicalJson(asObject(role['aggregationRule'])?.['clusterRoleSelectors'] ?? []),
    // Whom its rules reach in turn.
    labels: aggregatesTo(role).sort().join(' '),
  }));
}

function bindingsIn(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.filter((object) => isRbac(object, 'RoleBinding', 'ClusterRoleBinding'));
}

function accountsIn(objects: readonly KubeObject[]): ReadonlySet<string> {
  return new Set(objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ServiceAccount').map(({ metadata }) => (
    accountKey({ kind: 'ServiceAccount', name: metadata.name ?? '', ...defined({ namespace: metadata.namespace }) })
  )));
}

function accountKey({ kind, name, namespace = '' }: RbacSubject): string {
  return `${kind} ${namespace}/${name}`;
}

function refTo({ kind, metadata: { name = '' } }: KubeObject): RoleRef {
  return { kind, name };
}

/** Labels by which its rules become rules of other ClusterRoles, like `edit`. */
function aggregatesTo({ metadata: { labels = {} } }: KubeObject): string[] {
  return Object.keys(labels).filter((key) => key.startsWith(`${RBAC_GROUP}/aggregate-to-`));
}

/** Where a binding hands out its role, and where a role is. */
function placeOf({ kind, metadata: { namespace = '' } }: KubeObject): string {
  return kind === 'ClusterRoleBinding' ? '' : namespace;
}

function roleKey({ kind, name }: RoleRef, namespace = ''): string {
  return JSON.stringify([kind, kind === 'Role' ? namespace : '', name]);
}

function weightOf(grant: AddedGrant): number {
  return (isPowerful(grant) ? 0 : 2) + (grant.namespace === '' ? 0 : 1);
}

/** Verbs by which somebody gets what others hold. */
const TAKING_VERBS: ReadonlySet<string> = new Set(['*', 'escalate', 'bind', 'impersonate']);
/** Resources by which somebody gets what others hold, or decides what others may do. */
const TAKING_RESOURCES: ReadonlySet<string> = new Set([
  '*', 'secrets', 'serviceaccounts/token', 'pods/exec', 'pods/attach', 'pods/ephemeralcontainers', 'nodes/proxy',
  'certificatesigningrequests/approval',
]);
const TAKING_GROUPS: ReadonlySet<string> = new Set(['*', RBAC_GROUP, 'admissionregistration.k8s.io', 'apiregistration.k8s.io']);

function isPowerful(grant: AddedGrant): boolean {
  switch (grant.type) {
    case 'gathering':
    // What a role of others grants is not seen here.
    case 'binding':
      return true;
    case 'rule': {
      const { verbs, apiGroups = [], resources = [] } = grant.rule;
      return verbs.some((verb) => TAKING_VERBS.has(verb)) || resources.some((one) => TAKING_RESOURCES.has(one))
        || apiGroups.some((group) => TAKING_GROUPS.has(group));
    }
  }
}

/** `on the cluster: get, list secrets`, `in web: ClusterRole admin → ServiceAccount web/shop` */
export function grantText(grant: AddedGrant): string {
  return `${grant.namespace === '' ? 'on the cluster' : `in ${grant.namespace}`}: ${whatOf(grant)}`;
}

function whatOf(grant: AddedGrant): string {
  switch (grant.type) {
    case 'rule':
      return ruleText(grant.rule);
    case 'binding': {
      // A list that is too long is cut: groups of the system stand for many, service accounts are many more than users.
      const placeOf = ({ kind, name }: RbacSubject): number => (
        name.startsWith('system:') ? 0 : kind === 'ServiceAccount' ? 2 : 1
      );
      const subjects = [...grant.subjects].sort((a, b) => placeOf(a) - placeOf(b));
      return `${grant.role.kind} ${grant.role.name} → ${listText(subjects.map(subjectText))}`;
    }
    case 'gathering':
      return `ClusterRole ${grant.role.name} gathers the rules of all ClusterRoles that match ${grant.selectors}`;
  }
}

function subjectText({ kind, name, namespace }: RbacSubject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** `get, list secrets`, `update deployments.apps named web` */
function ruleText({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): string {
  const groups = apiGroups.length === 0 ? [''] : apiGroups;
  const what = firstly(resources, TAKING_RESOURCES).flatMap((resource) => (
    groups.map((group) => (group === '' ? resource : `${resource}.${group}`))
  ));
  const named = resourceNames.length === 0 ? '' : ` named ${listText(resourceNames, 40)}`;
  return `${listText(firstly(verbs, VERBS), 20)} ${listText([...what, ...nonResourceURLs])}${named}`;
}

/** Made-up ones come behind those that mean something. */
const VERBS: ReadonlySet<string> = new Set([
  ...TAKING_VERBS, 'get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'use', 'approve', 'sign',
]);

function firstly(list: readonly string[], first: ReadonlySet<string>): readonly string[] {
  return [...list.filter((one) => first.has(one)), ...list.filter((one) => !first.has(one))];
}

/** So many, and so long each, that what follows in the same line is still seen. */
const MOST = 12;

function listText(list: readonly string[], longest = 80): string {
  const shown = list.slice(0, MOST).map((one) => (one.length <= longest ? one : `${one.slice(0, longest - 1)}…`));
  return `${shown.join(', ')}${list.length <= MOST ? '' : ` and ${list.length - MOST} more`}`;
}
