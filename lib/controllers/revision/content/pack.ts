/**
 * Content of revisions in memory: a thousand extensions have thousands of revisions with megabytes of manifests, and nearly always only
 * their digests are needed. So the cache holds `spec.phases` deflated, and not at all where nothing will ask for it.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { FINALIZER_TEARDOWN, type KubeObject, type RevisionPhase } from '../../../api';
import type { CachedRevision } from '../model';

const NOTHING = Buffer.alloc(0);

/** What the cache holds of a ClusterExtensionRevision. What is packed already stays so. */
export function pack(object: KubeObject): CachedRevision {
  const { managedFields: _managers, ...metadata } = object.metadata;
  const { phases, ...spec } = (object['spec'] ?? {}) as { readonly phases?: readonly RevisionPhase[]; readonly lifecycleState?: string };
  const held = { ...object, metadata, spec } as CachedRevision;
  if (phases === undefined) return held;
  // Archived, and taken down: history that nobody rolls out.
  const isDone = spec.lifecycleState === 'Archived' && metadata.finalizers?.includes(FINALIZER_TEARDOWN) !== true;
  return { ...held, packed: isDone ? NOTHING : deflateRawSync(JSON.stringify(phases), { level: 1 }) };
}

/** `spec.phases` as it was written. */
export function unpack({ packed }: CachedRevision): readonly RevisionPhase[] {
  if (packed === undefined || packed.length === 0) return [];
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as readonly RevisionPhase[];
}
