/**
 * A Job that Kubernetes deletes soon after it has finished: a run that did not see it finish makes it anew, and it runs again.
 */
import { isJsonObject, type JsonObject } from '../api';
import type { Issue, IssuePlace } from '../issue';
import { revisionIssue } from './issues';

/** A run that waits for the Job sees it finish, and so does a later one within this time. */
const SEEN_SECONDS = 60;

/** The Jobs that a CronJob makes are no objects of the revision. */
export function checkFadingJob({ apiVersion, kind, spec }: JsonObject, place: Pick<IssuePlace, 'origin' | 'subject'>): readonly Issue[] {
  if (apiVersion !== 'batch/v1' || kind !== 'Job' || !isJsonObject(spec)) return [];
  const { ttlSecondsAfterFinished: seconds } = spec;
  if (typeof seconds !== 'number' || seconds >= SEEN_SECONDS) return [];
  return [revisionIssue('job-runs-again', { seconds }, { severity: 'warning', path: ['spec', 'ttlSecondsAfterFinished'], ...place })];
}
