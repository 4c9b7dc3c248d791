/** The objects that the provisioners look at. */
import type { Bundle, BundleDeployment, BundleSource } from '../../../imports/api';
import type { KubeObject } from '../../api';
import { DEPLOYMENT_KIND, RUKPAK_GROUP } from './names';

export type LiveBundle = Bundle & KubeObject;
export type LiveDeployment = BundleDeployment & KubeObject;
export type { BundleSource };

export function generationOf({ metadata }: KubeObject): number | undefined {
  return (metadata as { readonly generation?: number }).generation;
}

/** Uid of the BundleDeployment that controls it. */
export function ownerUid({ metadata: { ownerReferences = [] } }: KubeObject): string | undefined {
  return ownerReferences.find(({ apiVersion, kind, controller }) => (
    kind === DEPLOYMENT_KIND.kind && apiVersion.startsWith(`${RUKPAK_GROUP}/`) && controller === true))?.uid;
}
