/** What real charts need to have everything that they are here for. */
import type { KubeObject } from '../../../lib/api';

/** Values of their older and their newer version. */
const VALUES: Readonly<Record<string, readonly [older: object, newer: object]>> = {
  nats: [{ nats: { jetstream: { enabled: true, fileStorage: { enabled: true } } } }, { config: { jetstream: { enabled: true } } }],
};

export function valuesOf(chart: string): readonly [older: object, newer: object] {
  return VALUES[chart] ?? [{}, {}];
}

const NAMESPACES: Readonly<Record<string, string>> = { 'rook-ceph-cluster': 'rook-ceph' };

/** Beside that of the release: where its operator is, and a part of the objects goes. */
export function namespacesOf(chart: string): readonly KubeObject[] {
  return Object.entries(NAMESPACES).filter(([name]) => name === chart)
    .map(([, name]): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
}

/** What users have made of the kinds that the older version defines, and the newer one does not. */
const DATA: Readonly<Record<string, readonly KubeObject[]>> = {
  'csi-driver-nfs': [{
    apiVersion: 'snapshot.storage.k8s.io/v1', kind: 'VolumeSnapshotClass', metadata: { name: 'of-a-user' }, driver: 'nfs.csi.k8s.io', deletionPolicy: 'Delete',
  } as KubeObject],
};

export function dataOf(chart: string): readonly KubeObject[] {
  return DATA[chart] ?? [];
}
