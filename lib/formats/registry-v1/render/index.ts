/**
 * From a bundle to Kubernetes objects: the generators of registry+v1, with the names, the install modes and the certificates that upstream
 * gives them (docs/bundle-rendering.md). Pure functions; no network, no cluster.
 */
export type { CertificateProviderName } from './context';
export { permissionName, serviceName } from './names';
export { renderBundle, type RenderOptions, type RenderResult } from '../../render';
export { needsCertificates } from './webhook-parts';
export { isNamespacedAddition, supportedAdditions } from './supported-kinds';
