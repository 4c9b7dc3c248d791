/** Rules of RBAC as sets of permissions: what covers what, as the authorizer of Kubernetes sees it. Pure. */
import type { PolicyRule } from '../../api';

export type { PolicyRule } from '../../api';

/** How many single permissions the rules of one role may stand for; beyond that they are taken as a whole. */
const SINGLES = 20_000;

/** Does one rule give all that the other one gives? */
export function covers(owner: PolicyRule, wanted: PolicyRule): boolean {
  if (!hasAll(owner.verbs, wanted.verbs)) return false;
  if (!(wanted.nonResourceURLs ?? []).every((url) => (owner.nonResourceURLs ?? []).some((pattern) => matchesUrl(pattern, url)))) {
    return false;
  }
  if ((wanted.resources ?? []).length === 0) return (wanted.nonResourceURLs ?? []).length > 0;
  const [names, wantedNames] = [owner.resourceNames ?? [], wanted.resourceNames ?? []];
  return (
    hasAll(owner.apiGroups ?? [], wanted.apiGroups ?? []) &&
    allMatched(owner.resources ?? [], wanted.resources ?? []) &&
    (names.length === 0 || (wantedNames.length > 0 && allAmong(names, wantedNames)))
  );
}

/** Lists come from bundles, too, and may be long: then they are not searched again for each entry. */
function hasAll(owned: readonly string[], wanted: readonly string[]): boolean {
  return owned.includes('*') || allAmong(owned, wanted);
}

function allAmong(owned: readonly string[], wanted: readonly string[]): boolean {
  if (owned.length * wanted.length < 1000) return wanted.every((one) => owned.includes(one));
  const known = new Set(owned);
  return wanted.every((one) => known.has(one));
}

function allMatched(owned: readonly string[], wanted: readonly string[]): boolean {
  if (owned.length * wanted.length < 1000) return wanted.every((resource) => owned.some((pattern) => matchesResource(pattern, resource)));
  const known = new Set(owned);
  const patterns = owned.filter((resource) => resource.startsWith('*'));
  return wanted.every((resource) => known.has(resource) || patterns.some((pattern) => matchesResource(pattern, resource)));
}

// `*` is every resource with its subresources; with `/scale` behind it, that subresource of every one.
function matchesResource(pattern: string, resource: string): boolean {
  if (pattern === '*' || pattern === resource) return true;
  const slash = resource.indexOf('/');
  return pattern.startsWith('*/') && slash >= 0 && pattern.slice(2) === resource.slice(slash + 1);
}

function matchesUrl(pattern: string, url: string): boolean {
  return pattern === '*' || pattern === url || (pattern.endsWith('*') && url.startsWith(pattern.replace(/\*+$/, '')));
}

/** What of the wanted rules is not given, as single permissions: one verb, one group, one resource, one name. */
export function uncovered(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.filter((rule) => !owned.some((owner) => covers(owner, rule))).flatMap((rule) => {
    const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
    const size = verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length);
    return size > SINGLES ? [rule] : singlesOf(rule).filter((single) => !owned.some((owner) => covers(owner, single)));
  });
}

/** The same as single permissions: one verb, one group, one resource, one name. */
export function singlesOf(rule: PolicyRule): readonly PolicyRule[] {
  const names = rule.resourceNames ?? [];
  const places = (rule.apiGroups ?? []).flatMap((group) =>
    (rule.resources ?? []).map((resource) => ({ apiGroups: [group], resources: [resource] })),
  );
  const ofResources = rule.verbs.flatMap((verb) => places.flatMap((place): PolicyRule[] => {
    const single = { verbs: [verb], ...place };
    return names.length === 0 ? [single] : names.map((name) => ({ ...single, resourceNames: [name] }));
  }));
  const ofUrls = rule.verbs.flatMap((verb) =>
    (rule.nonResourceURLs ?? []).map((url): PolicyRule => ({ verbs: [verb], nonResourceURLs: [url] })),
  );
  return [...ofResources, ...ofUrls];
}

/** Joins single permissions that differ in their verbs only; sorted as Kubernetes sorts rules. */
export function compactRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const byPlace = new Map<string, { rule: PolicyRule; verbs: Set<string> }>();
  for (const { verbs, ...place } of rules) {
    const known = byPlace.get(JSON.stringify(place));
    if (known === undefined) byPlace.set(JSON.stringify(place), { rule: { verbs, ...place }, verbs: new Set(verbs) });
    else for (const verb of verbs) known.verbs.add(verb);
  }
  const joined = [...byPlace.values()].map(({ rule, verbs }) => ({ ...rule, verbs: verbs.has('*') ? ['*'] : [...verbs].sort() }));
  return joined.map((rule) => [sortKey(rule), rule] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, rule]) => rule);
}

/** The text of a rule in Go, by which `SortableRuleSlice` of Kubernetes sorts. */
function sortKey({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): string {
  const lists = {
    Verbs: verbs,
    APIGroups: apiGroups,
    Resources: resources,
    ResourceNames: resourceNames,
    NonResourceURLs: nonResourceURLs,
  };
  return Object.entries(lists).map(([name, list]) => `${name}:[${list.join(' ')}],`).join('');
}
