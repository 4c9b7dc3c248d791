/**
 * The controllers as a package of our own, in constructs: what `boxcutter controller manifests` prints. Needs cdk8s, so nothing else
 * imports it.
 */
export { ClusterApiPackage } from './cluster-api/package';
export { controllerDockerfile } from './dockerfile';
export { controllerObjects, type ControllerManifestOptions } from './manifests';
export { dashboard } from './monitoring/dashboard';
export { ALERTS, RECORDINGS } from './monitoring/rules';
export { ControllerPackage } from './package';
export { ProvisionersPackage } from './provisioners/package';
