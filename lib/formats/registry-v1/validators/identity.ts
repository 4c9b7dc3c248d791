/** Name, package, version and release of a bundle. */
import type { Finding } from '../../../schema/finding';
import { ANNOTATIONS_FILE, PACKAGE } from '../../metadata/annotations';
import { type Place, problem, quoted, subdomainProblem } from '../../report';
import { isVersion, nameOfVersion, releaseProblem } from '../../metadata/version';
import type { Validator } from './subject';

export const packageIsNamed: Validator = ({ packageName }) => {
  const place = { origin: ANNOTATIONS_FILE, path: `annotations[${quoted(PACKAGE)}]` };
  if (packageName === '') return [problem('package-name', 'package name is empty', place)];
  const wrong = subdomainProblem(packageName);
  return wrong === undefined ? [] : [problem('package-name', `invalid package name ${quoted(packageName)}: ${wrong}`, place)];
};

/** The name becomes the name of an object and the value of a label. */
export const namesAreValid: Validator = ({ csv }) => {
  const findings: Finding[] = [];
  for (const [path, name] of [['metadata.name', csv.name], ['spec.replaces', csv.replaces ?? '']] as const) {
    if (name === '') continue;
    const wrong = subdomainProblem(name) ?? (name.length > 63 ? 'must be no more than 63 characters' : undefined);
    if (wrong !== undefined) findings.push(problem('bundle-name', `${path} ${quoted(name)} is invalid: ${wrong}`, { origin: csv.origin, path }));
  }
  return findings;
};

export const versionIsSemantic: Validator = ({ csv }) =>
  csv.version === ''
    ? [problem('bundle-version', 'the ClusterServiceVersion has no version', { origin: csv.origin, path: 'spec.version', hint: VERSION_HINT })]
    : checkVersion(csv.version, csv.release, { origin: csv.origin, path: 'spec.version' });

const VERSION_HINT = 'Write it like 1.2.3 or 1.2.3-rc.1, without a leading v.';

/** What is wrong with a version and its release. */
export function checkVersion(version: string, release: string | undefined, place: Place): Finding[] {
  const findings = isVersion(version) ? [] : [problem('bundle-version', `the version ${quoted(version)} is no semantic version`, { ...place, hint: VERSION_HINT })];
  const wrong = release === undefined ? undefined : releaseProblem(release);
  if (wrong !== undefined) findings.push(problem('bundle-release', `the release ${quoted(release ?? '')} is none: ${wrong}`, { ...place, path: (place.path ?? '').replace(/version$/, 'release') }));
  return findings;
}

/** With a release the name says version and release, and the older way of saying it is not used beside it. */
export const releaseIsInName: Validator = ({ csv, packageName }) => {
  const { release, version, name, origin, annotations } = csv;
  if (release === undefined || release === '') return [];
  const findings: Finding[] = [];
  const substitutes = annotations['olm.substitutesFor'];
  if (substitutes !== undefined) {
    const message = `bundle ${quoted(name)} cannot have both a release version (${quoted(release)}) and olm.substitutesFor annotation (${quoted(substitutes)})`;
    findings.push(problem('release-and-substitutes', message, { origin, path: 'spec.release', hint: 'Remove one of them.' }));
  }
  const expected = `${packageName}-v${nameOfVersion(version, release)}`;
  if (isVersion(version) && name !== expected) {
    findings.push(problem('bundle-name', `metadata.name ${quoted(name)} is invalid: a bundle with a release is named ${quoted(expected)}`, { origin, path: 'metadata.name' }));
  }
  return findings;
};
