/**
 * A Job that Kubernetes deletes some time after it has finished: that it is there no longer says, to every apply, that it has to be made.
 */
import { isJsonObject, type JsonObject } from '../api';
import type { Issue, IssuePlace } from '../issue';
import { revisionIssue } from './issues';

/** The Jobs that a CronJob makes are no objects of the revision. */
export function checkFadingJob({ apiVersion, kind, spec }: JsonObject, place: Pick<IssuePlace, 'origin' | 'subject'>): readonly Issue[] {
  if (apiVersion !== 'batch/v1' || kind !== 'Job' || !isJsonObject(spec)) return [];
  const { ttlSecondsAfterFinished: seconds } = spec;
  if (seconds === undefined || seconds === null) return [];
  return [revisionIssue('job-runs-again', { seconds }, { severity: 'warning', path: ['spec', 'ttlSecondsAfterFinished'], ...place })];
}
