/** The annotation that names owners where native references cannot be (format of package-operator). */
import type { KubeObject } from '../../api';
import type { OwnerRef } from './owner-context';

/** One entry of an owners annotation. */
export interface AnnotationOwner extends OwnerRef {
  readonly controller?: boolean;
}

/** Owners in the annotation; a malformed annotation counts as one foreign owner, because another client meant something by it. */
export function annotationOwners(object: KubeObject, annotation: string): readonly AnnotationOwner[] {
  const text = object.metadata.annotations?.[annotation];
  if (text === undefined || text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every(isAnnotationOwner)) return parsed;
  } catch {
    // Falls through to the foreign owner.
  }
  return [{ apiVersion: '', kind: 'unreadable owners annotation', name: annotation, uid: '', controller: true }];
}

function isAnnotationOwner(value: unknown): value is AnnotationOwner {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, name, uid } = value as Readonly<Record<string, unknown>>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof name === 'string' && typeof uid === 'string';
}
