/** The ClusterExtensionRevision document of compiled content. */
import {
  ANNOTATION_BUNDLE_NAME,
  ANNOTATION_BUNDLE_REFERENCE,
  ANNOTATION_BUNDLE_VERSION,
  ANNOTATION_DEPENDS_ON,
  ANNOTATION_PACKAGE_NAME,
  API_VERSION,
  LABEL_OWNER,
  LABEL_OWNER_KIND,
  LABEL_OWNER_NAME,
  type CollisionProtection,
  type ResolvedRevision,
  type RevisionManifest,
  type RevisionObject,
} from '../api';
import { compareBytes } from '../api/canonical-json';
import { defined } from '../defined';
import { OWNER_KIND } from './labels';
import { definedOrThrow } from './defined-or-throw';
import type { RevisionSource } from './source';
import { revisionName } from './source-check';

/** @param contents of all phases' objects, one after the other: inline, or by reference */
export function revisionManifest(
  source: RevisionSource,
  resolved: ResolvedRevision,
  contents: readonly Pick<RevisionObject, 'object' | 'ref'>[],
): RevisionManifest {
  const protection: CollisionProtection = source.collisionProtection ?? 'Prevent';
  const { packageName, version, replacementPolicy: policy } = source;
  const bundleName = source.bundleName ?? (packageName && version ? `${packageName}.v${version}` : undefined);
  const annotations = {
    ...source.annotations,
    ...(bundleName ? { [ANNOTATION_BUNDLE_NAME]: bundleName } : {}),
    ...(source.bundleReference ? { [ANNOTATION_BUNDLE_REFERENCE]: source.bundleReference } : {}),
    ...(version ? { [ANNOTATION_BUNDLE_VERSION]: version } : {}),
    ...(packageName ? { [ANNOTATION_PACKAGE_NAME]: packageName } : {}),
    ...(source.dependsOn === undefined ? {} : { [ANNOTATION_DEPENDS_ON]: source.dependsOn.join(', ') }),
  };
  const labels = {
    ...source.labels,
    [LABEL_OWNER]: source.extension,
    [LABEL_OWNER_KIND]: OWNER_KIND,
    [LABEL_OWNER_NAME]: source.extension,
  };
  let next = 0;
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterExtensionRevision',
    metadata: {
      name: revisionName(source.extension, resolved.number),
      ...(Object.keys(annotations).length > 0 ? { annotations: sorted(annotations) } : {}),
      labels: sorted(labels),
    },
    spec: {
      lifecycleState: 'Active',
      revision: resolved.number,
      collisionProtection: protection,
      ...defined({ replacementPolicy: policy }),
      phases: resolved.phases.map(({ name, objects }) => ({
        name,
        // Policies stand on objects only where they differ: a split or merged phase then needs no second rule.
        objects: objects.map(({ collisionProtection, replacementPolicy }) => ({
          ...definedOrThrow(contents[next++]),
          ...(collisionProtection === protection ? {} : { collisionProtection }),
          ...(replacementPolicy === policy ? {} : defined({ replacementPolicy })),
        })),
      })),
      ...(resolved.probes.length > 0 ? { progressionProbes: resolved.probes } : {}),
      ...defined({ progressDeadlineMinutes: resolved.progressDeadlineMinutes }),
    },
  };
}

function sorted(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => compareBytes(a, b)));
}
