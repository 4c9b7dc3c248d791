/** Why an object failed, and what to do about it: a sentence for each cause. */
import { counted } from '../../counted';
import { docPage } from '../../doc-page';
import { subjectOf, type ObjectRef } from '../../api';
import { denierOf, isDenied, isWithoutNamespace, lostVersionOf, staleVersionOf, type FailureCause, type RequestType } from '../core';
import type { ApiStatus } from '../ports';

/** One sentence for people, with the server's words. */
export function failureReason(cause: FailureCause): string {
  switch (cause.type) {
    case 'refused':
      return `the API server refused to ${VERBS[cause.request]} ${subjectOf(cause.ref)}: ${cause.status.message}`;
    case 'unserved':
      return `the API server does not serve ${cause.kind} (${cause.apiVersion})`;
    case 'contested':
      return contestReason(cause);
    case 'kept':
      return cause.message;
  }
}

/** What to do about it, a sentence or two; undefined where the reason is all that is known. */
export function failureHint(cause: FailureCause): string | undefined {
  switch (cause.type) {
    case 'refused':
      return refusalHint(cause.ref, cause.status) ?? (cause.request === 'trial' ? TRIAL_HINT : undefined);
    case 'unserved':
      return 'Install what defines this kind first, or leave the object out of the revision.';
    case 'contested':
      return contestHint(cause);
    case 'kept':
      return cause.hint;
  }
}

/** What the server was asked to do, after "refused to". */
const VERBS = {
  'read': 'show',
  'dry-run': 'accept',
  'trial': 'accept a new',
  'create': 'create',
  'update': 'change',
  'detach': 'end the aggregation of',
  'delete': 'delete',
  'replace': 'delete',
  'merge': 'change the field managers of',
  'release': 'let go of',
  'nudge': 'touch',
} as const satisfies Record<RequestType, string>;

const TRIAL_HINT = 'It cannot be changed in place, and a new one would be refused, so the old one was not deleted: correct the object.';

type Contested = Extract<FailureCause, { type: 'contested' }>;

function contestReason({ repairs, change, interference }: Contested): string {
  if (change === 'create') {
    return `another client creates it again each time it is deleted to be replaced: ${counted(repairs, 'time')} in this run`;
  }
  if (change === 'delete') return `another client deletes it again and again: it was gone again after ${counted(repairs, 'repair')}`;
  const paths = interference.map(({ path }) => path);
  const where = paths.length === 0 ? '' : ` (${paths.slice(0, 3).join(', ')}${paths.length > 3 ? `, and ${paths.length - 3} more` : ''})`;
  const who = rivals(interference) ?? 'another client';
  return `${who} changes it again and again${where}: it was changed again after ${counted(repairs, 'repair')}`;
}

function contestHint({ change, interference }: Contested): string {
  if (change === 'create') return 'Stop the client that creates it: an older revision, or another controller.';
  if (change === 'delete') {
    return 'Find out in the audit log of the API server which client deletes it, and stop that client; '
      + 'or leave the object out of the package.';
  }
  const culprit = rivals(interference) ?? 'the client that changes them (see metadata.managedFields and the audit log)';
  return `Only one client can decide these fields: leave them out of the package, or stop ${culprit}.`;
}

function rivals(interference: Contested['interference']): string | undefined {
  const names = [...new Set(interference.flatMap(({ manager }) => (manager === undefined ? [] : [manager])))];
  return names.length === 0 ? undefined : names.join(', ');
}

function refusalHint(ref: ObjectRef, status: ApiStatus): string | undefined {
  const denier = denierOf(status);
  if (denier !== undefined) return `Change the object as ${denier} asks, or ask the people who run ${denier} on this cluster.`;
  const stale = staleVersionOf(status);
  if (stale !== undefined) return forgetManagers(ref, stale);
  const lost = lostVersionOf(status);
  if (lost !== undefined) return migrateStorage(ref, lost);
  if (status.code === 403 && /exceeded quota/.test(status.message)) return 'Raise the quota of the namespace, or ask for less.';
  if (isDenied(status)) {
    const where = ref.namespace === undefined ? '' : ` in namespace ${ref.namespace}`;
    return `Ask for permission to create, patch and delete ${ref.kind} objects${where}.`;
  }
  if (isWithoutNamespace(status)) return 'Create the namespace first, or add it to the package.';
  if (status.code === 422 && /immutable/i.test(status.message)) {
    const rename = ref.kind === 'CustomResourceDefinition' ? '' : 'rename the object, ';
    return `This field cannot be changed in place: keep it as it is, ${rename}or have it replaced (${docPage('immutable-fields.md')}).`;
  }
  if (status.code === 413) return 'The object is larger than the API server accepts.';
  return undefined;
}

function migrateStorage({ apiVersion, kind }: ObjectRef, lost: string): string {
  // Without a version: the one on record may be the one that is gone.
  const all = `${kind.toLowerCase()}.${apiVersion.split('/')[0] ?? ''}`;
  return `It is stored as ${lost}, a version that the definition of the kind no longer has. Add that version to the definition again `
    + `(served: false is enough), store every object of the kind again (kubectl get ${all} -A -o json | kubectl replace -f -), `
    + 'and only then remove the version.';
}

function forgetManagers({ apiVersion, kind, namespace, name }: ObjectRef, stale: string): string {
  const [group = '', version = ''] = apiVersion.split('/');
  const where = namespace === undefined ? '' : ` -n ${namespace}`;
  const patch = '[{"op":"replace","path":"/metadata/managedFields","value":[{}]}]';
  return `Its managedFields mention ${stale}, a version that the definition of the kind no longer has. Remove them, `
    + `and apply again: kubectl patch ${kind.toLowerCase()}.${version}.${group} ${name}${where} --type=json -p '${patch}'`;
}
