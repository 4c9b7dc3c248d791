/** Install modes, and which Kubernetes a bundle needs. */
import type { Issue } from '../../../issue';
import { isVersion } from '../../../semver';
import { registryIssue } from '../registry-issue';
import { type Validator, duplicatesOf } from './subject';

export const installModesAreGiven: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: ['spec', 'installModes'] };
  if (csv.installModes.length === 0) return [registryIssue('install-modes', { problem: 'none' }, place)];
  const twice = duplicatesOf(csv.installModes.map(({ type }) => type));
  const issues: Issue[] = twice.map((mode) => registryIssue('install-modes', { problem: 'duplicate', mode }, place));
  if (!csv.installModes.some(({ supported }) => supported)) {
    issues.push(registryIssue('install-modes', { problem: 'unsupported' }, place));
  }
  return issues;
};

export const minimumKubernetesIsVersion: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: ['spec', 'minKubeVersion'] };
  const { minKubeVersion } = csv;
  if (minKubeVersion === undefined || minKubeVersion.trim() === '') {
    return [registryIssue('min-kube-version', {}, { ...place, severity: 'warning' })];
  }
  return isVersion(minKubeVersion) ? [] : [registryIssue('min-kube-version', { version: minKubeVersion }, place)];
};
