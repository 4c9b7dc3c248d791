/**
 * The other side of the operator: a provider as the manifest folder of an image, made of the YAML of its release, or of the objects of a
 * package. What is made is read again by the reader of the operator before it is given out. docs/cluster-api.md says what it looks like.
 */
export { manifestsOfObjects, type ProviderObjectsOptions } from './objects';
export { PLATFORM_TYPES, type PlatformType, type ProviderDescription } from './description';
export { providerFiles, providerOf, type Provider } from './files';
export { manifestsOfRelease, type ReleaseManifests, type ReleaseOptions, type ReleaseText } from './release';
