/** The version of a package, as its author gives it. */
import { parse } from 'semver';
import type { Issue } from '../../lib/issue';
import { constructIssue } from '../issues';

/** Who upgrades compares versions: a text that is none would be found out on a cluster only. */
export function checkVersion(version: string | undefined, source: string): Issue[] {
  // The library also takes a leading v or =, and spaces around, which are no part of a semantic version.
  if (version === undefined || (/^\d.*\S$/.test(version) && parse(version) !== null)) return [];
  return [constructIssue('invalid-version', { version }, { path: ['version'], origin: { source } })];
}
