/** Whether the version and the release of a bundle can be read as such. */
import type { Issue, Segment } from '../../issue';
import { isVersion, releaseProblem } from '../../semver';
import type { Place } from '../report';
import { metadataIssue } from './wording';

/** What is wrong with a version and its release. */
export function checkVersion(version: string, release: string | undefined, place: Place): Issue[] {
  const issues = isVersion(version) ? [] : [metadataIssue('bundle-version', { version }, place)];
  if (release === undefined) return issues;
  const problem = releaseProblem(release);
  return problem === undefined ? issues : [
    ...issues,
    metadataIssue('bundle-release', { release, fault: problem.found }, { ...place, path: besideVersion(place.path ?? []) }),
  ];
}

/** The release stands where the version does. */
function besideVersion(path: readonly Segment[]): readonly Segment[] {
  return path.at(-1) === 'version' ? [...path.slice(0, -1), 'release'] : path;
}
