/** The objects that the provisioners look at. */
import type { Bundle, BundleDeployment, BundleSource } from '../../../imports/api';
import type { KubeObject } from '../../api';

export type LiveBundle = Bundle & KubeObject;
export type LiveDeployment = BundleDeployment & KubeObject;
export type { BundleSource };

export function generationOf({ metadata }: KubeObject): number | undefined {
  return (metadata as { readonly generation?: number }).generation;
}

/** Uid of the BundleDeployment that controls it. */
export function ownerUid({ metadata: { ownerReferences = [] } }: KubeObject): string | undefined {
  return ownerReferences.find(({ kind, controller }) => kind === 'BundleDeployment' && controller === true)?.uid;
}
