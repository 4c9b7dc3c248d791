/**
 * Compile: objects in, one revision out. Canonical form, phases, order, sizes, digests; and back from the rendered documents
 * to what the engine runs. Knows no cluster (docs/compile.md).
 */
export { canonicalise, isForeignAnnotation } from './canonical/canonicalise';
export { compile } from './compile';
export { contentName } from './content-name';
export { contentDigest } from './canonical/digest';
export { stampOwnerLabels } from './labels';
export { refuseNoRollout } from './lifecycle';
export { orphanOf } from './policies/on-removal';
export { refuseOtherPackage } from './other-package';
export { canonicalQuantity } from './canonical/quantity';
export { resolveRevision } from './resolve';
export type { CompiledRevision, CompileResult, OrderSource, PhaseSource, RevisionSource, SourceObject } from './source';
export { phaseOfKind, STANDARD_PHASES, type StandardPhase } from './placing/standard-phases';
export { compileWording, revisionWording } from './wording';
