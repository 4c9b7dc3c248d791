/** Our mark on an object as it is sent. */
import type { KubeObject, OwnerReference } from '../../api';
import { defined } from '../../defined';
import { applyEntry } from '../fields';
import { holdsReference } from './evidence';
import { annotationOwners, type AnnotationOwner } from './owner-annotation';
import type { OwnerContext } from './owner-context';
import { strategyFor } from './strategy-of';

/**
 * The object as it is sent: with our mark in its metadata. `live` is given on adoption and handover: owners that are not ours
 * stay, demoted from controller, unless our own field manager wrote them (then leaving them out removes them).
 */
export function stampOwner(object: KubeObject, context: OwnerContext, revision: number, live?: KubeObject): KubeObject {
  const annotations: Record<string, string> = { ...object.metadata.annotations };
  if (context.revisionAnnotation !== undefined) annotations[context.revisionAnnotation] = String(revision);
  const { owner } = context;
  const strategy = strategyFor(object, context.strategy);
  let references: readonly OwnerReference[] | undefined;
  if (owner !== undefined && strategy.type === 'annotation') {
    const others = live === undefined
      ? []
      : annotationOwners(live, strategy.annotation).filter((other) => other.uid !== '' && keepsOwner(other.uid, context));
    const { apiVersion, kind, name, namespace, uid } = owner;
    const ours: AnnotationOwner = { apiVersion, kind, name, ...defined({ namespace }), uid, controller: true };
    annotations[strategy.annotation] = JSON.stringify([...others.map(({ controller: _, ...other }) => other), ours]);
  } else if (owner !== undefined) {
    // A sibling with another field manager stays too, demoted: leaving it out would not remove it, and two controllers are refused.
    const stays = ({ uid }: OwnerReference): boolean => !isOwnUid(uid, context) && !isOurReference(live, uid, context);
    const others = (live?.metadata.ownerReferences ?? []).filter(stays);
    references = [
      ...others.map((other) => ({ ...other, controller: false })),
      { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.name, uid: owner.uid, controller: true, blockOwnerDeletion: true },
    ];
  }
  return {
    ...object,
    metadata: {
      ...object.metadata,
      ...(context.labels === undefined ? {} : { labels: { ...object.metadata.labels, ...context.labels } }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...defined({ ownerReferences: references }),
    },
  };
}

/** The owner itself, or one that it stands in for. */
export function isOwnUid(uid: string, context: OwnerContext): boolean {
  return uid === context.owner?.uid || (context.former ?? []).includes(uid);
}

/** Other owners stay; ourselves are written anew, and siblings are what we take over from. */
function keepsOwner(uid: string, context: OwnerContext): boolean {
  return !isOwnUid(uid, context) && !context.siblings.includes(uid);
}

/** True when our field manager wrote this owner reference, so that an apply without it removes it. */
function isOurReference(live: KubeObject | undefined, uid: string, { fieldManager }: OwnerContext): boolean {
  const entry = live === undefined ? undefined : applyEntry(live, fieldManager);
  return entry !== undefined && holdsReference(entry, uid);
}
