/**
 * Container images of bundles: reading them from registries, OCI image layouts and saved archives, unpacking them into memory with guards,
 * and building, writing and pushing them. {@link openBundle} is the one door for whatever a user names. Nothing here is loaded by `cdk8s
 * synth`.
 */
export type { BlobSource, BuiltImage, Descriptor, Image, ImageManifest } from './image';
export { bundleFilesFromArchive } from '../formats';
export { imageArchive, writeArchive } from './archive';
export { copyOf } from './copy';
export { imageLayout, writeLayout } from './layout';
export { folderOfLabel, pathsWithin, strangeLayers, unpackLayers } from './layers';
export { IMAGE_LIMITS } from './limits';
export { isDigest } from './manifest';
export { filesOf, openBundle, openSource, type OpenedBundle, type OpenedSource, type OpenOptions } from './open';
export { buildImage, type BuildImageOptions, imageOfFiles } from './pack';
export { ownPlatform } from './platform';
export { imagesPresent, type Presence, type PresenceOptions } from './presence';
export { labelsOf, readImage, type ReadImageOptions } from './read-image';
export * from './registry';
export { unpackImage, type Unpacked } from './unpack';
