/** Catalogs made of other catalogs, templates and bundles. */
export {
  COMPOSITION_SCHEMA, type ComposedPart, type Composition, type CompositionReference, composeCatalog, isComposition, readComposition,
} from './composition';
export { type CompositionIssues, compositionWording } from './issues';
