/** The container images of a bundle, and those that single objects name: for mirrors, air-gapped clusters and scanners. */
export { imagesOf } from './images';
export { imagesOfObject, type ImageUse, type NamedImage } from './pod-images';
