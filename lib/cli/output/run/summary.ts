/** The last words of a run: counts by action, and what it asked of the API server. */
import { displayName, type ObjectRef } from '../../../api';
import { counted } from '../../../counted';
import { defined } from '../../../defined';
import { describeAction, failureHint, failureReason, isFailure, type FailureCause, type ObjectResult } from '../../../engine';
import { lacksPermission } from '../../../engine/internal';
import { collisionHint, replacementOf, type Outcome } from '../../../runtime';
import { brief } from '../brief';
import { docPage } from '../../../doc-page';
import type { HintWords } from '../../../errors';
import { isReached, readinessOf, reasonToWait } from './tree-object';

const ORDER = [
  'Created', 'Updated', 'Replaced', 'Recovered', 'Adopted', 'HandedOver', 'Unchanged',
  'Deleted', 'Released', 'Orphaned', 'Collision', 'Failed', 'Waiting',
] as const;
const WORDS: Readonly<Record<(typeof ORDER)[number], string>> = {
  Created: 'created', Updated: 'updated', Replaced: 'replaced', Recovered: 'recovered', Adopted: 'adopted', HandedOver: 'handed over',
  Unchanged: 'unchanged',
  Deleted: 'deleted', Released: 'released', Orphaned: 'orphaned', Collision: 'in collision', Failed: 'failed', Waiting: 'waiting',
};

export function objectsOf(outcome: Outcome): readonly ObjectResult[] {
  return [...outcome.result.phases.flatMap(({ objects }) => objects), ...outcome.result.removed];
}

/** `3 created, 2 updated, 55 unchanged`. */
export function countActions(objects: readonly ObjectResult[]): string {
  const there = objects.filter(({ wasAbsent }) => wasAbsent !== true);
  const counts = ORDER.map((action) => [WORDS[action], there.filter((object) => object.action === action).length] as const);
  return [...counts, ['not there', objects.length - there.length] as const]
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');
}

/** Requests that the process sent, by their verb. */
export type Requests = Readonly<Record<string, number>>;

/** Those that came after `before`. */
export function requestsSince(requests: Requests, before: Requests = {}): Requests {
  return Object.fromEntries(Object.entries(requests).map(([verb, count]) => [verb, count - (before[verb] ?? 0)]));
}

export function countRequests(requests: Requests): string {
  const writes = ['create', 'update', 'patch', 'delete'].reduce((sum, verb) => sum + (requests[verb] ?? 0), 0);
  const dryRuns = requests['dryRun'] ?? 0;
  const reads = Object.values(requests).reduce((sum, count) => sum + count, 0) - writes - dryRuns;
  return [counted(writes, 'write'), counted(dryRuns, 'dry run'), counted(reads, 'read')].join(', ');
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(2)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export interface Problem {
  readonly text: string;
  readonly hint?: string;
  /** The tree of the run says the same of it. */
  readonly isInTree?: boolean;
}

/** What went wrong, an object a line, with what to do in the words of the subcommand. */
export function problems(outcome: Outcome, words: HintWords): readonly Problem[] {
  return objectsOf(outcome).flatMap((object): Problem[] => {
    const name = displayName(object.ref);
    if (object.action === 'Failed') return [failure(object.ref, object.cause, words)];
    if (object.action === 'Collision') {
      return [{ ...withHint(`${name}: ${describeAction(object)}`, collisionHint(object.cause, words)), isInTree: true }];
    }
    if (object.ready?.terminal === true) return [{ text: `${name} will not become ready: ${brief(readinessOf(object))}` }];
    return [];
  });
}

/** What cannot be changed in place is said as a plan says it, in place of the words of the server. */
function failure(ref: ObjectRef, cause: FailureCause, words: HintWords): Problem {
  const replacement = replacementOf(ref, cause);
  const text = replacement?.message ?? `${displayName(ref)}: ${brief(failureReason(cause))}`;
  const isForLackOfPermission = replacement === undefined && cause.type === 'refused' && lacksPermission(cause.status);
  return withHint(text, isForLackOfPermission ? allowed(words) : wayOut(ref, cause));
}

/** What to do about a failure. */
export function wayOut(ref: ObjectRef, cause: FailureCause): string | undefined {
  return replacementOf(ref, cause)?.hint ?? failureHint(cause);
}

/** The same for whatever is missing, so that it is said once. */
const allowed = ({ operation }: HintWords): string =>
  `Permissions are missing. To print the roles that an account needs to install this: ${operation('requiredPermissions')}; ` +
  `this also takes manifests and revisions (${docPage('permissions.md')}).`;

function withHint(text: string, hint: string | undefined): Problem {
  return { text, ...defined({ hint }) };
}

/**
 * Objects that are applied and not ready, with the reason. Where no phase was begun: what kept the server from answering about them, so
 * that nothing was written.
 */
export function waiting({ result: { phases } }: Outcome): readonly string[] {
  const begun = phases.filter(({ status }) => status === 'running');
  return (begun.length === 0 ? phases : begun)
    .flatMap(({ objects }) => objects)
    .filter(isReached)
    .filter((object) => !isFailure(object) && (object.action === 'Waiting' || object.ready?.status !== 'pass'))
    .map((object) => `${displayName(object.ref)}: ${reasonToWait(object)}`);
}

