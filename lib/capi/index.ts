/**
 * Manifests of Cluster API providers, as a release of a platform hands them to the Cluster API operator: in transport ConfigMaps, or in a
 * folder of the provider's image. From these to components in the order of their installation, with their objects and content ids. Pure:
 * what is read where is a matter of the controllers. docs/cluster-api.md says what it looks like.
 */
export { adoptionOf, ANNOTATION_ADOPT_EXISTING, type Adoption } from './adoption';
export { componentContentId, revisionContentId, type Substitution } from './content-id';
export { manifestsError } from './error';
export { goJson } from './go-json';
export { DESIGN_FOLDER, INSTALL_ORDERS, type ImageProfile, type ManifestFiles, PROFILES_FOLDER, profilesOf } from './layout';
export { LABEL_MANAGED_BY, renderComponent, sortedSubstitutions, type RenderedComponent } from './render';
export { revisionName } from './revision-name';
export { chosenComponents, missingTypes, platformLabel } from './select';
export { isSameSource, lacksImage, type Component, type ComponentSource, type Profile, type Provider } from './component';
export { substitute, SubstitutionError } from './substitution';
export {
  ANNOTATION_RELEASE, ANNOTATION_SLICES, LABEL_PROVIDER_NAME, LABEL_PROVIDER_TYPE, LABEL_PROVIDER_VERSION, transportComponents,
  type TransportConfigMap, type TransportPlace,
} from './transport';
