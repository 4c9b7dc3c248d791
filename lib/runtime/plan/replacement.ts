/**
 * Changes that the API server never makes in place: which field stands in the way, and what there is to do about it. Pure.
 */
import { displayName, type ObjectRef } from '../../api';
import type { ApiStatus, FailureCause } from '../../engine';

/** How the API server words that a field stays as it was made. It has no reason code of its own for that. */
const WORDINGS = [
  /immutable/i,
  /may not change once set/,
  /updates to \w+ spec for fields other than/,
  /pod updates may not change fields other than/,
  /cannot change roleRef/,
  /(?:can|may|must) ?not be (?:changed|updated|modified)/i,
  /field can ?not be less than status\.capacity/,
  /only dynamically provisioned pvc can be resized/,
];

/** Fields that cannot be changed in place; undefined when the refusal says nothing of the kind. */
export function fixedFields(status: ApiStatus): readonly string[] | undefined {
  if (status.code !== 422 && status.code !== 403) return undefined;
  const isFixed = (message: string | undefined): boolean => message !== undefined && WORDINGS.some((wording) => wording.test(message));
  const fields = status.causes
    .filter(({ message }) => isFixed(message))
    .flatMap(({ field }) => (field === undefined || field === '' ? [] : [field]));
  if (fields.length > 0) return [...new Set(fields)];
  return isFixed(status.message) ? [] : undefined;
}

/** That an object has to be made anew, and how. */
export interface Replacement {
  /** A sentence. */
  readonly message: string;
  /** What to do, a sentence or two. */
  readonly hint: string;
}

/** Undefined: it failed for something else. */
export function replacementOf(ref: ObjectRef, cause: FailureCause): Replacement | undefined {
  if (cause.type !== 'refused') return undefined;
  const { status } = cause;
  const fields = fixedFields(status);
  if (fields === undefined) return undefined;
  const what = fields.length === 0 ? 'a field' : fields.join(', ');
  return {
    message: `${displayName(ref)} needs replacement: ${what} cannot be changed in place.`,
    hint: hintFor(ref, status.message),
  };
}

function hintFor({ kind, name, namespace }: ObjectRef, message: string): string {
  const where = namespace === undefined ? '' : ` -n ${namespace}`;
  const keep = 'Keep the field as it is, give the object another name in the package';
  if (kind === 'PersistentVolumeClaim') return claimHint(keep, message);
  if (kind === 'PersistentVolume') return `${keep}, or save its data and delete it yourself.`;
  if (kind === 'CustomResourceDefinition') return `${keep}, or delete it yourself; that deletes all of its custom resources, too.`;
  return `${keep}, or delete it and apply again: kubectl delete ${kind.toLowerCase()} ${name}${where}${podsHint(kind)}`;
}

function claimHint(keep: string, message: string): string {
  if (/field can ?not be less than/.test(message)) {
    return (
      'A claim never shrinks: ask for at least the size that it has; or give '
      + 'the smaller one another name in the package, and copy the data.'
    );
  }
  if (/can be resized/.test(message)) {
    return (
      'It can grow only where its StorageClass has allowVolumeExpansion: true: set '
      + 'that, or give the bigger claim another name in the package, and copy the data.'
    );
  }
  return `${keep}, or save its data and delete it yourself.`;
}

/**
 * The selector is all that a Deployment, a DaemonSet or a ReplicaSet refuses to change, and one with another selector takes over nothing
 * of what is there: its Pods would run on beside the new ones. A StatefulSet refuses more, and mostly takes its Pods over.
 */
function podsHint(kind: string): string {
  if (kind === 'StatefulSet') return ' (its Pods stay with --cascade=orphan, unless the selector is what changed)';
  return kind === 'Deployment' || kind === 'DaemonSet' || kind === 'ReplicaSet'
    ? ' (its Pods end with it; under another name the new ones can be ready first)'
    : '';
}
