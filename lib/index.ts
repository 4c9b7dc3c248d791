/**
 * Main entry: the constructs, compiling revisions, and the types and names of our API. Loads no Kubernetes client.
 */
export * from '../constructs';
// Two names stand for a construct and for the object that it makes; here they are the constructs.
export { ClusterCatalog, ClusterExtension } from '../constructs';
export * from './api';
export type { ClusterCatalog as ClusterCatalogObject, ClusterExtension as ClusterExtensionObject } from './api';
export { ANNOTATION_GENERATOR, crds, GENERATOR, KIND_DEFINITIONS, type KindDefinition } from './kinds';
export { selects, type Selectable } from './probes';
export { compile, type CompileResult } from './compile';
export { STANDARD_PHASES, type StandardPhase } from './revision';
export type { CompiledRevision, OrderSource, PhaseSource, RevisionSource, SourceObject } from './revision';
export { formatFinding, formatFindings, formatOrigin, type Finding, type Issue, type Origin } from './issue';
export {
  BoxcutterError, isBoxcutterError, LIBRARY_WORDS, type BoxcutterErrorOptions, type ErrorCategory, type HintOperation, type HintText,
  type HintWords,
} from './errors';
