/** What probes and rules are about: every object of a construct, of a kind, or with certain labels. */
import type { ApiObject } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { type JsonObject, type KubeObject, type ProbeSelector, refOf } from '../lib/api';
import { selects } from '../lib/probes';
import type { GroupKind, ProbeTarget } from './revision-props';

/** The selector of a target that is no construct. */
export function selectorOf(target: Exclude<ProbeTarget, IConstruct>): ProbeSelector {
  if ('kind' in target) {
    const { group, kind } = target as GroupKind;
    return { type: 'GroupKind', groupKind: { group, kind } };
  }
  return { type: 'Label', label: target };
}

/**
 * The objects that a construct stands for. One that has an object of its own, as the constructs of cdk8s-plus do, stands for that one: a
 * rule about a Deployment is not about the Service that exposes it. Every other construct stands for all objects in it.
 */
export function targetedBy(target: IConstruct, byScope: ReadonlyMap<IConstruct, readonly ApiObject[]>): readonly ApiObject[] {
  const all = byScope.get(target) ?? [];
  const { apiObject } = target as { readonly apiObject?: unknown };
  const own = all.filter((object) => object === apiObject);
  return own.length > 0 ? own : all;
}

/** Is something about this target about the object? */
export function chooser(
  target: ProbeTarget, byScope: ReadonlyMap<IConstruct, readonly ApiObject[]>,
): (object: ApiObject, manifest: JsonObject) => boolean {
  if (Construct.isConstruct(target)) {
    const chosen = new Set(targetedBy(target, byScope));
    return (object) => chosen.has(object);
  }
  const selector = selectorOf(target as Exclude<ProbeTarget, IConstruct>);
  return (_, manifest) => {
    const { metadata, ...ref } = manifest as unknown as KubeObject;
    return selects(selector, { ...refOf({ ...ref, metadata: metadata ?? {} }), labels: metadata?.labels ?? {} });
  };
}

/** A kind or a label selector, for a message. */
export function targetText(target: Exclude<ProbeTarget, IConstruct>): string {
  return 'kind' in target ? [target.group, target.kind].filter((part) => part !== '').join(' ') : JSON.stringify(target);
}
