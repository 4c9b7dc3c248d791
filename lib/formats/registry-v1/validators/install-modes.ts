/** Install modes, and which Kubernetes a bundle needs. */
import type { Finding } from '../../../issue';
import { registryFinding } from '../finding';
import { isVersion } from '../../metadata/version';
import { type Validator, duplicatesOf } from './subject';

export const installModesAreGiven: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: ['spec', 'installModes'] };
  if (csv.installModes.length === 0) return [registryFinding('install-modes', { problem: 'none' }, place)];
  const twice = duplicatesOf(csv.installModes.map(({ type }) => type));
  const findings: Finding[] = twice.map((mode) => registryFinding('install-modes', { problem: 'duplicate', mode }, place));
  if (!csv.installModes.some(({ supported }) => supported)) {
    findings.push(registryFinding('install-modes', { problem: 'unsupported' }, place));
  }
  return findings;
};

export const minimumKubernetesIsVersion: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: ['spec', 'minKubeVersion'] };
  const { minKubeVersion } = csv;
  if (minKubeVersion === undefined || minKubeVersion.trim() === '') {
    return [registryFinding('min-kube-version', {}, { ...place, severity: 'warning' })];
  }
  return isVersion(minKubeVersion) ? [] : [registryFinding('min-kube-version', { version: minKubeVersion }, place)];
};
