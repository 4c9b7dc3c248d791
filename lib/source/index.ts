/**
 * What a user names (file, folder, standard input, project, bundle, image, chart, revision) on its way to a revision that can be run:
 * `open` gives a {@link Source}, `configure` puts to it what the user chose, what was recorded and what the cluster is, `compile` makes a
 * `ResolvedRevision` of it. Knows no cluster: what one is asked comes through {@link Surroundings}. What reads bundles is loaded when there
 * is one, and what writes them (`./build`) by its users.
 */
export type { Choices } from './choices';
export { compile, compileRevisionOf, readRevision, readSource, render } from './compile';
export { inWords } from './in-words';
export type { RevisionDetails } from './bundle/render';
export { heldBackBy } from './several/order';
export { readRevisions } from './several/read';
export { lastingPlace } from './catalog/lasting-place';
export { openCatalogs, type OpenedCatalogs } from './catalog/open-catalogs';
export { type ChosenImage, openChosen } from './catalog/open-chosen';
export { type CatalogSources, catalogSources, parseCatalogSource, SOURCES_VARIABLE, type SourcesFrom } from './catalog/sources';
export { type CatalogSource, userCatalogs, userCatalogsFile, writeUserCatalogs } from './catalog/user-catalogs';
export { configure } from './configure';
export { configSourcesOf, isConfigured } from './configuration/values';
export { readDefinitions } from './definitions';
export { open } from './open';
export { openAsBundle, openBundle, openBundleFiles, openCarriedBundle } from './open-bundle';
export { choosePackage, packagesOf } from './project/app';
export { namesProject } from './project/names-project';
export { ownApp } from './project/own-app';
export { runApp } from './project/run-app';
export { refuseIssues } from './refuse-issues';
export { isRollout } from './revision/choose';
export type { BundleSource, ChosenBundle, Compiled, RevisionSource, Source, SourceKind } from './source';
export { placelessKinds } from './scopes';
export type { ScopeOf, Surroundings } from './surroundings';
export { parseAddress } from './url/address';
export { download, type DownloadOptions } from './url/download';
