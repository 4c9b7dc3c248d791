/**
 * Main entry: the constructs, compiling revisions, and the types and names of our API. Loads no Kubernetes client.
 */
export * from '../constructs';
export * from './api';
export { compile } from './revision';
export type { CompiledRevision, CompileResult, OrderSource, PhaseSource, RevisionSource, SourceObject } from './revision';
export { formatFindings, type Finding } from './schema';
export { BoxcutterError, isBoxcutterError, type BoxcutterErrorOptions, type ErrorCategory } from './errors';
