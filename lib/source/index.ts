/**
 * What a user names (file, folder, standard input, project, bundle, image, chart, revision) on its way to a revision that can be run:
 * `open` gives a {@link Source}, `configure` puts to it what the user chose, what was recorded and what the cluster is, `compile` makes a
 * `ResolvedRevision` of it. Knows no cluster: what one is asked comes through {@link Surroundings}. What reads bundles is loaded when there
 * is one, and what writes them (`./build`) by its users.
 */
export type { Choices } from './choices';
export { compile, readRevision, render } from './compile';
export { configure } from './configure';
export { readDefinitions } from './definitions';
export { open, openAsBundle, openBundle } from './open';
export { appOf } from './project/project';
export { runApp } from './project/run-app';
export { refuseIssues } from './refuse-issues';
export { isRollout } from './revision/choose';
export type { BundleSource, Compiled, RevisionSource, Source, SourceKind } from './source';
export type { Surroundings } from './surroundings';
