/**
 * ClusterExtensionRevision: revisions are rolled out phase by phase, kept as they are, handed over to newer ones, and taken down. A turn
 * (`turn.ts`) reads what is known, decides (`decide.ts`, `conditions/`: pure), acts (`rollout/`: runs of the engine), and writes the
 * status. docs/revisions.md says what users see.
 */
export { revisionController, type RevisionControllerOptions } from './controller';
export { pack } from './content/pack';
export { ANNOTATION_ALLOW_DATA_LOSS, revisionOf, type CachedRevision, type Revision } from './model';
export { CONTROLLER_MANAGER } from './owner';
