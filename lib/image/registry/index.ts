/**
 * Registries of images (OCI distribution specification 1.1): names of images, reading and pushing them, who we are to a registry, mirrors,
 * private authorities, and a cache by digest. docs/registries.md describes it for users.
 */
export { blobCache, type BlobCache, type BlobCacheOptions } from './cache/blob-cache';
export { pullSecretCredentials, type CredentialSource } from './credentials';
export type { RegistryCredentials } from './docker-config';
export type { RegistryOptions } from './options';
export { pushImage, type PushResult } from './push';
export { formatReference, parseImageReference, type ImageReference } from './reference';
export type { RegistryTiming } from './retry';
export { loadRegistrySettings, parseRegistrySettings, type HostSettings, type Mirror, type RegistrySettings } from './settings';
export { registrySource, type RegistrySource } from './source';
export { listTags } from './tags';
