/**
 * What the bundle of an extension needs and the cluster does not have: where the extension asks for it, an extension is made of each such
 * package, and the revision waits for them. What was made so is never deleted by the controllers: whose objects of its kinds there are by
 * then, nobody knows.
 */
export { dependencyExtension, type DependencyExtension } from './dependency-extension';
export { makeDependencies, type MakingPlace } from './make';
export { type BroughtPackage, type MissingPackage, missingPackages, type Needed } from './missing';
export { neededFor, unexpected } from './needed';
export { waitingText } from './waiting-text';
