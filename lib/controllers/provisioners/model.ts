/** The objects that the provisioners look at. */
import type { Bundle, BundleDeployment, BundleSource } from '../../../imports/api';
import type { KubeObject, OwnerReference } from '../../api';
import type { ResourceCache } from '../process';
import { DEPLOYMENT_KIND, RUKPAK_GROUP } from './names';

export type LiveBundle = Bundle & KubeObject;
export type LiveDeployment = BundleDeployment & KubeObject;
export type { BundleSource };

export function generationOf({ metadata }: KubeObject): number | undefined {
  return (metadata as { readonly generation?: number }).generation;
}

/** Uid of the BundleDeployment that controls it. */
export function ownerUid(object: KubeObject): string | undefined {
  return controllerOf(object)?.uid;
}

/** The BundleDeployment that controls it; undefined: none of these, also where one has the name of another that was there before. */
export function deploymentOf(object: KubeObject, deployments: Pick<ResourceCache<LiveDeployment>, 'get'>): LiveDeployment | undefined {
  const owner = controllerOf(object);
  const named = owner && deployments.get(owner.name);
  return named?.metadata.uid === owner?.uid ? named : undefined;
}

function controllerOf({ metadata: { ownerReferences = [] } }: KubeObject): OwnerReference | undefined {
  return ownerReferences.find(({ apiVersion, kind, controller }) => (
    kind === DEPLOYMENT_KIND.kind && apiVersion.startsWith(`${RUKPAK_GROUP}/`) && controller === true));
}
