/** Revisions of an extension as tests write them. */
import {
  ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_VERSION, ANNOTATION_REQUEST, type ClusterExtensionRevision,
  type Condition,
} from '../../../../lib/api';
import { rollbackAnnotation, type RollbackMarker } from '../../../../lib/state';

/** `RollingOut True`, `Succeeded`: what a test has to say of a condition. */
export type Said = readonly [type: string, status: Condition['status'], reason: string, message?: string];

export interface RevisionTable {
  readonly number: number;
  /** Absent: made by hand. */
  readonly version?: string;
  readonly state?: 'Active' | 'Paused' | 'Archived';
  readonly conditions?: readonly Said[];
  readonly request?: string;
  readonly leaving?: boolean;
  readonly rollback?: RollbackMarker;
}

export const SUCCEEDED: Said = ['Succeeded', 'True', 'RolloutSuccess'];
export const ROLLED_OUT: Said = ['Progressing', 'False', 'RolledOut', 'Revision is rolled out.'];
export const ROLLING: Said = ['Progressing', 'True', 'RollingOut', 'Revision is rolling out.'];

export function revision({ number, version, state = 'Active', conditions = [], request, leaving, rollback }: RevisionTable): ClusterExtensionRevision {
  return {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtensionRevision',
    metadata: {
      name: `shop-${number}`,
      uid: `uid-${number}`,
      ...(leaving ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
      annotations: {
        ...(version === undefined ? {} : {
          [ANNOTATION_BUNDLE_NAME]: `p.v${version}`, [ANNOTATION_BUNDLE_VERSION]: version, [ANNOTATION_BUNDLE_REFERENCE]: `example.com/p:v${version}`,
        }),
        ...(request === undefined ? {} : { [ANNOTATION_REQUEST]: request }),
        ...(rollback === undefined ? {} : rollbackAnnotation(rollback)),
      },
    },
    spec: { lifecycleState: state, revision: number, phases: [] },
    status: { conditions: conditions.map(([type, status, reason, message = '']) => (
      { type, status, reason, message, lastTransitionTime: '2026-01-01T00:00:00Z' }
    )) },
  };
}
