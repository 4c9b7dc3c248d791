/**
 * From a bundle to Kubernetes objects: the generators of registry+v1, with the names, the install modes and the certificates that upstream
 * gives them (docs/bundle-rendering.md). Pure functions; no network, no cluster.
 */
export { renderRegistryV1 } from './render';
export { servingDeployments } from './webhooks/parts';
