/** The extension that is made of a package which another one needs. Pure. */
import { ANNOTATION_REQUESTED_BY, API_VERSION, type ClusterExtension, type KubeObject } from '../../../api';
import type { MissingPackage } from './missing';

export type DependencyExtension = ClusterExtension & KubeObject;

/**
 * In the same namespace and with the same service account, whatever its bundle suggests: a service account belongs to a namespace, and one
 * of the same name elsewhere may have other rights. So what a package brings along can do no more than the package itself, and is upgraded
 * by nobody else's leave: it has the same rule of approval.
 * @param selector by which the controllers choose what they look after: labels that it is about are taken over, and no others, which
 *   tools that prune by labels would take for their own
 */
export function dependencyExtension(
  { metadata, spec: { namespace, serviceAccount, upgradeApproval } }: ClusterExtension, { packageName, version }: MissingPackage,
  selector: string,
): DependencyExtension {
  const keys = new Set(selector.split(/[^-\w./]+/));
  const labels = Object.fromEntries(Object.entries(metadata.labels ?? {}).filter(([key]) => keys.has(key)));
  const dependency: ClusterExtension = {
    apiVersion: API_VERSION,
    kind: 'ClusterExtension',
    metadata: { name: packageName, labels, annotations: { [ANNOTATION_REQUESTED_BY]: metadata.name ?? '' } },
    spec: {
      namespace,
      ...(serviceAccount === undefined ? {} : { serviceAccount }),
      source: { sourceType: 'Catalog', catalog: { packageName, ...(version === undefined ? {} : { version }), dependencies: 'Install' } },
      ...(upgradeApproval === undefined ? {} : { upgradeApproval }),
    },
  };
  return dependency as DependencyExtension;
}
