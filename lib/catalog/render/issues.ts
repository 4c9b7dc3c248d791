/** What can be wrong with a bundle that is rendered for a catalog, and the words for it: those of opm, where it has some. */
import type { None, WordingOf } from '../../issue';
import { issueMaker } from '../../formats/report';

export interface RenderIssues {
  /** A file that opm passes over without a word. */
  'catalog-manifest-skipped': { readonly why: SkipReason };
  'catalog-more-documents': { readonly documents: number };
  'catalog-more-csvs': None;
  'catalog-no-manifests': None;
  'catalog-no-csv': None;
  'catalog-no-annotations': None;
  'catalog-no-package': None;
  'catalog-no-version': { readonly bundle: string };
  'catalog-owned-crd-missing': {
    readonly bundle: string; readonly kind: string; readonly plural: string; readonly found: readonly string[];
  };
  /** `isCarried`: the catalog has all of its manifests. */
  'catalog-no-image': { readonly bundle: string; readonly isCarried: boolean };
  'catalog-config-schema-large': { readonly bytes: number; readonly limit: number };
  'catalog-csv-version': { readonly bundle: string; readonly version: string };
}

export type SkipReason = 'hidden' | 'folder' | 'unreadable' | 'no-object' | 'no-kind';

const skipped: Readonly<Record<SkipReason, string>> = {
  hidden: 'the file is hidden, so it is left out of the catalog',
  folder: 'the file is in a folder below manifests/, so it is left out of the catalog',
  unreadable: 'the file cannot be read as YAML or JSON, so it is left out of the catalog',
  'no-object': 'the file holds no object, so it is left out of the catalog',
  'no-kind': 'the object has no apiVersion or no kind, so it is left out of the catalog',
};

export const renderWording: WordingOf<RenderIssues> = {
  'catalog-manifest-skipped': ({ why }) => ({ message: skipped[why], hint: 'Correct the file, or take it out of manifests/.' }),
  'catalog-more-documents': ({ documents }) => ({
    message: `the file holds ${documents} documents, and a catalog takes only the first`,
    hint: 'Put every object into a file of its own.',
  }),
  'catalog-more-csvs': () => ({
    message: 'this is a further ClusterServiceVersion, and a catalog takes only the first',
    hint: 'Take it out of the bundle.',
  }),
  'catalog-no-manifests': () => ({ message: 'no bundle objects found', hint: 'Put the manifests into manifests/.' }),
  'catalog-no-csv': () => ({ message: 'no csv in bundle', hint: 'Add the ClusterServiceVersion to manifests/.' }),
  'catalog-no-annotations': () => ({
    message: 'Could not find annotations file',
    hint: 'Name the package in metadata/annotations.yaml.',
  }),
  'catalog-no-package': () => ({
    message: 'the annotations name no package',
    hint: 'Set operators.operatorframework.io.bundle.package.v1 in metadata/annotations.yaml.',
  }),
  'catalog-no-version': ({ bundle }) => ({
    message: `bundle ${JSON.stringify(bundle)} has no version, and a catalog orders bundles by their versions`,
    hint: 'Add a property olm.package with packageName and version to metadata/properties.yaml.',
  }),
  'catalog-owned-crd-missing': ({ bundle, kind, plural, found }) => ({
    message: `error checking provided apis in bundle ${bundle}: couldn't find ${kind} (${plural}) in bundle. found: ${found.join(', ')}`,
    hint: 'Add the CustomResourceDefinition with this version to manifests/.',
  }),
  'catalog-no-image': ({ bundle, isCarried }) => ({
    message: isCarried
      ? `bundle ${JSON.stringify(bundle)} has no image: boxcutter installs it from the manifests in the catalog, and OLM 1 `
        + 'does not install it'
      : `bundle ${JSON.stringify(bundle)} has no image, so it cannot be installed from a catalog`,
    hint: 'Name the image that the bundle is pushed to.',
  }),
  'catalog-config-schema-large': ({ bytes, limit }) => ({
    message: `the configuration schema has ${bytes} bytes, and a catalog takes ${limit} at most; it is left out of the catalog`,
    hint: 'Shorten the descriptions. Users who install the bundle still get the schema from its image.',
  }),
  'catalog-csv-version': ({ bundle, version }) => ({
    message: `the ClusterServiceVersion of bundle ${JSON.stringify(bundle)} has the version ${JSON.stringify(version)}, `
      + 'which is not a semantic version',
    hint: 'Write it like 1.2.3, without a leading v.',
  }),
};

export const RENDER_WARNINGS = [
  'catalog-manifest-skipped', 'catalog-more-documents', 'catalog-more-csvs', 'catalog-no-image', 'catalog-config-schema-large',
  'catalog-csv-version',
] as const satisfies readonly (keyof RenderIssues)[];

export const renderIssue = issueMaker<RenderIssues>(RENDER_WARNINGS);
