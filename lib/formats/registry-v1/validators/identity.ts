/** Name, package, version and release of a bundle. */
import type { Issue } from '../../../issue';
import { isVersion, nameOfVersion } from '../../../semver';
import { PACKAGE } from '../../metadata/annotations';
import { ANNOTATIONS_FILE } from '../../metadata/file-names';
import { checkVersion } from '../../metadata/check-version';
import { metadataIssue } from '../../metadata/wording';
import { subdomainFault } from '../../report';
import { registryIssue } from '../registry-issue';
import type { Validator } from './subject';

export const packageIsNamed: Validator = ({ packageName }) => {
  const place = { origin: ANNOTATIONS_FILE, path: ['annotations', PACKAGE] };
  const fault = packageName === '' ? 'empty' : subdomainFault(packageName);
  return fault === undefined ? [] : [registryIssue('package-name', { name: packageName, fault }, place)];
};

/** The name becomes the name of an object and the value of a label. */
export const namesAreValid: Validator = ({ csv }) => {
  const issues: Issue[] = [];
  for (const [path, name] of [[['metadata', 'name'], csv.name], [['spec', 'replaces'], csv.replaces ?? '']] as const) {
    if (name === '') continue;
    const wrong = subdomainFault(name) ?? (name.length > 63 ? 'label-length' : undefined);
    if (wrong !== undefined) issues.push(registryIssue('bundle-name', { name, wrong }, { origin: csv.origin, path }));
  }
  return issues;
};

export const versionIsSemantic: Validator = ({ csv }) =>
  csv.version === ''
    ? [metadataIssue('bundle-version', { missingIn: 'ClusterServiceVersion' }, { origin: csv.origin, path: ['spec', 'version'] })]
    : checkVersion(csv.version, csv.release, { origin: csv.origin, path: ['spec', 'version'] });

/** With a release the name says version and release, and the older way of saying it is not used beside it. */
export const releaseIsInName: Validator = ({ csv, packageName }) => {
  const { release, version, name, origin, annotations } = csv;
  if (release === undefined || release === '') return [];
  const issues: Issue[] = [];
  const substitutes = annotations['olm.substitutesFor'];
  if (substitutes !== undefined) {
    issues.push(registryIssue('release-and-substitutes', { bundle: name, release, substitutes }, { origin, path: ['spec', 'release'] }));
  }
  const expected = `${packageName}-v${nameOfVersion(version, release)}`;
  if (isVersion(version) && name !== expected) {
    issues.push(registryIssue('bundle-name', { name, wrong: { expected } }, { origin, path: ['metadata', 'name'] }));
  }
  return issues;
};
