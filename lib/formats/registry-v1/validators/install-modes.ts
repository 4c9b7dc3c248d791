/** Install modes, and which Kubernetes a bundle needs. */
import type { Finding } from '../../../schema/finding';
import { problem, quoted, remark } from '../../report';
import { isVersion } from '../../metadata/version';
import { type Validator, duplicatesOf } from './subject';

export const installModesAreGiven: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: 'spec.installModes' };
  if (csv.installModes.length === 0) return [problem('install-modes', 'install modes not found', place)];
  const findings: Finding[] = duplicatesOf(csv.installModes.map(({ type }) => type)).map((type) => problem('install-modes', `duplicate install mode ${quoted(type)}`, place));
  if (!csv.installModes.some(({ supported }) => supported)) findings.push(problem('install-modes', 'none of InstallModeTypes are supported', place));
  return findings;
};

export const minimumKubernetesIsVersion: Validator = ({ csv }) => {
  const place = { origin: csv.origin, path: 'spec.minKubeVersion' };
  const { minKubeVersion } = csv;
  if (minKubeVersion === undefined || minKubeVersion.trim() === '') {
    const message = 'the bundle does not say which Kubernetes it needs, so it can be installed on any';
    return [remark('min-kube-version', message, place)];
  }
  return isVersion(minKubeVersion) ? [] : [problem('min-kube-version', `minKubeVersion ${quoted(minKubeVersion)} is no semantic version`, { ...place, hint: 'Write it like 1.31.0.' })];
};
