/**
 * Changes that the API server never makes in place: which field stands in the way, what there is to do about it, and what goes with an
 * object that is made anew. Pure.
 */
import { displayName, type ObjectRef } from '../../api';
import type { FailureCause } from '../../engine';
import { fixedFields } from '../../engine/internal';

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
  const keep = 'Keep the field as it is, give the object another name in the package';
  const replace = `--replace ${kind}/${name}`;
  if (kind === 'PersistentVolumeClaim') return claimHint(keep, replace, message);
  if (kind === 'PersistentVolume') return `${keep}, or save its data and replace it: ${replace} --delete-data.`;
  if (kind === 'CustomResourceDefinition') {
    // Its name says which kind it defines: under another one it would be another definition.
    return 'Keep the field as it is, or replace the definition, which also deletes all of its custom resources: ' +
      `${replace} --delete-data.`;
  }
  const where = namespace === undefined ? '' : ` -n ${namespace}`;
  const orphan = kind === 'StatefulSet'
    ? ` Or delete it yourself and apply again: its Pods stay with kubectl delete statefulset ${name}${where} --cascade=orphan, unless the `
      + 'selector is what changed.'
    : '';
  return `${keep}, or let the run delete it and create it again: ${replace}${podsHint(kind)}.${orphan}`;
}

function claimHint(keep: string, replace: string, message: string): string {
  if (/field can ?not be less than/.test(message)) {
    return (
      'A claim never shrinks: request at least its present size; or give '
      + 'the smaller one another name in the package, and copy the data.'
    );
  }
  if (/can be resized/.test(message)) {
    return (
      'It can grow only where its StorageClass has allowVolumeExpansion: true: set '
      + 'that, or give the bigger claim another name in the package, and copy the data.'
    );
  }
  return `${keep}, or save its data and replace it: ${replace} --delete-data.`;
}

/**
 * The selector is all that a Deployment, a DaemonSet or a ReplicaSet refuses to change, and one with another selector takes over nothing
 * of what is there: its Pods would run on beside the new ones. A StatefulSet refuses more, and mostly takes its Pods over.
 */
function podsHint(kind: string): string {
  return kind === 'Deployment' || kind === 'DaemonSet' || kind === 'ReplicaSet'
    ? ' (its Pods end with it; under another name the new ones can be ready first)'
    : '';
}

/** What goes with an object that is deleted and made anew, as a sentence without its end. */
export function lostWith({ kind, apiVersion }: ObjectRef): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return LOST[`${group}/${kind}`] ?? 'it does not exist for a moment';
}

const LOST: Readonly<Record<string, string>> = {
  '/Namespace': 'everything in it is deleted',
  '/PersistentVolume': 'its data may be lost',
  '/PersistentVolumeClaim': 'the data of its volume, if it has one, is lost',
  '/Pod': 'it ends, and its logs are lost',
  '/Service': 'it gets other addresses: its cluster IP, and that of its load balancer',
  '/ServiceAccount': 'its tokens are no longer valid',
  'apiextensions.k8s.io/CustomResourceDefinition': 'all of its custom resources are deleted',
  'apps/DaemonSet': 'its Pods end before new ones start',
  'apps/Deployment': 'its Pods end before new ones start',
  'apps/ReplicaSet': 'its Pods end before new ones start',
  'apps/StatefulSet': 'its Pods end before new ones start; their claims stay, unless the StatefulSet says otherwise',
  'batch/CronJob': 'its Jobs are deleted, with their logs',
  'batch/Job': 'its run ends, and its Pods are deleted with their logs; the new Job runs',
};
