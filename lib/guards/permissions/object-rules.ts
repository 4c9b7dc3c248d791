/** The rules that single objects take: to be applied and watched, to go, and to be looked into before they go. */
import { isDefinition } from '../../api';
import { mayOwnClaims, mayOwnHolders } from '../data-loss';
import type { PlacedObject } from './resources';
import type { ScopedRule } from './scoped-rule';

/**
 * Who installs: the command keeps its state in Secrets and watches object by object; the controllers watch kinds on the whole cluster, or,
 * as the service account of an extension, in the namespaces of its objects.
 */
export type PermissionEngine = 'command' | 'controller' | 'service-account';

/** One rule for the objects of a kind in a namespace. Objects are created by server-side apply, so even `create` can be bound to names. */
export function objectRules(placed: readonly PlacedObject[], engine: PermissionEngine): readonly ScopedRule[] {
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
    if (engine === 'command' || (engine === 'service-account' && namespace === '')) {
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
      engine === 'controller'
        ? {
            namespace: '',
            rule: { ...place, verbs: ['list', 'watch'] },
            reason: `the controller has one stream for all objects of kind ${kind}`,
          }
        : {
            namespace,
            rule: { ...place, verbs: ['list', 'watch'] },
            reason: `to watch its objects of kind ${kind}, which are found by a label`,
          },
    ];
  });
}

/** To go, or to be let go of and live on: no more is needed than one verb, and to see what becomes of it. */
export function leavingRules(placed: readonly PlacedObject[], verb: 'delete' | 'patch'): readonly ScopedRule[] {
  return placed.map(({ group, resource, namespace, object: { kind, metadata: { name = '' } } }) => ({
    namespace,
    rule: { apiGroups: [group], resources: [resource], resourceNames: [name], verbs: ['get', 'list', 'watch', verb] },
    reason: `to ${verb === 'delete' ? 'remove' : 'let go of'} ${kind} ${name}`,
  }));
}

/** Before a definition is deleted the command counts the custom resources that would go with it. */
export function definitionRules(placed: readonly PlacedObject[]): readonly ScopedRule[] {
  return placed.filter(({ object }) => isDefinition(object)).map(({ object: { metadata: { name = '' } } }) => {
    const dot = name.indexOf('.');
    const rule = { apiGroups: [name.slice(dot + 1)], resources: [name.slice(0, dot)], verbs: ['list'] };
    return { namespace: '', rule, reason: 'to see, before the definition is deleted, whether that would delete data' };
  });
}

/** Before such an object is deleted the command looks for bound claims that the garbage collector would take along. */
export function claimRules(placed: readonly PlacedObject[]): readonly ScopedRule[] {
  const namespaces = new Set(placed.filter(({ object }) => mayOwnClaims(object)).map(({ namespace }) => namespace));
  const rule = { apiGroups: [''], resources: ['persistentvolumeclaims'], verbs: ['list'] };
  const reason = 'to see, before an object is deleted whose controller makes claims, whether that would delete data';
  return [...namespaces].sort().map((namespace) => ({ namespace, rule, reason }));
}

/** Before a custom resource without a namespace is deleted the command looks for namespaces and definitions that would go with it. */
export function holderRules(placed: readonly PlacedObject[]): readonly ScopedRule[] {
  if (!placed.some(({ object: { apiVersion }, namespace }) => namespace === '' && mayOwnHolders({ apiVersion }))) return [];
  const reason = 'to see, before an object is deleted whose controller makes namespaces or definitions, whether that would delete data';
  return [['', 'namespaces'], ['apiextensions.k8s.io', 'customresourcedefinitions']].map(([group = '', resource = '']) =>
    ({ namespace: '', rule: { apiGroups: [group], resources: [resource], verbs: ['list'] }, reason }));
}
