/** Extensions that upstream's operator-controller runs: its revisions, under both of their names, are taken over (docs/adoption.md). */
export { type Holder, operatorControllerAtWork, refuseAtWork, stopLine } from './at-work';
export { beginExtension, type ExtensionAdoption, type ExtensionTarget, findExtension } from './begin';
export { letGo } from './let-go';
export { CLUSTER_OBJECT_SET, extensionUids, type ObjectSet, objectSetOf, objectSetsOf } from './object-set';
export { type NotedBundle, notedBundle } from './noted-bundle';
export { type SetSource, sourceOfSets } from './set-source';
