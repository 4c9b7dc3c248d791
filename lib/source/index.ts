/**
 * What a user names (file, folder, standard input, project, bundle, image, chart, revision) on its way to a revision that can be run.
 * Knows no cluster: what one is asked comes through `Surroundings`.
 */
export type { BundleChoices, OpenedBundle } from './bundle';
export { compileBundle, type Input, isRollout, readInput } from './input';
export { namesBundle } from './names-bundle';
export { refuseWrongOptions } from './option-values';
export { refuseFindings } from './refuse-findings';
export type { ClusterFacts, RecordedChoices, Surroundings } from './surroundings';
