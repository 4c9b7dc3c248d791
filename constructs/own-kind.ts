/** The validation of constructs that are one object of our own API. */
import type { ApiObject } from 'cdk8s';
import type { JsonObject } from '../lib/api';
import { isError, formatIssue } from '../lib/issue';
import { checkOwnKind, kindWording } from '../lib/kinds';
import { schemaWording } from '../lib/schema';
import { enclosingRevision } from './enclosing-revision';

/** What the API server would refuse, a line each. Empty in a revision, which checks every object in it. */
export function refusedByServer(object: ApiObject): string[] {
  if (enclosingRevision(object) !== undefined) return [];
  const issues = checkOwnKind(object.toJson() as JsonObject, { source: object.node.path });
  const errors = issues.filter(isError);
  // The construct path is added by cdk8s, and there is one object.
  return errors.map(({ origin: _origin, subject: _subject, ...issue }) => formatIssue(issue, { ...schemaWording, ...kindWording }));
}
