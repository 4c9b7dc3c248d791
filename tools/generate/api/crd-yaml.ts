import { dump } from 'js-yaml';
import type { KubeObject } from '../../../lib/api';

/** The CRDs as YAML files for `kubectl apply`, by path in the repository. */
export function crdFiles(crds: readonly KubeObject[]): Map<string, string> {
  const banner = '# Generated from lib/kinds by `npm run generate`. Do not edit.\n';
  return new Map(crds.map((crd) => [`imports/crds/${crd.metadata.name}.yaml`, banner + dump(crd, { lineWidth: 150, noRefs: true })]));
}
