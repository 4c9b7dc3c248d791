import type { ObjectRef } from '../../../lib/api';
import type { KubeCluster } from '../../../lib/kube';
import { stored } from './extension';

let writes = 0;

/**
 * Makes the server's stamps of an object so many seconds older, as if it had not been written since. The server ignores a change of stamps
 * alone, so an annotation changes, too.
 */
export async function ageStamps(cluster: KubeCluster, ref: ObjectRef, seconds: number): Promise<void> {
  const { metadata } = stored(await cluster.get(ref));
  const managedFields = (metadata.managedFields ?? []).map(({ time = '', ...entry }) => {
    return { ...entry, time: new Date(Date.parse(time) - seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z') };
  });
  writes += 1;
  stored(await cluster.patch(ref, [
    { op: 'replace', path: '/metadata/managedFields', value: managedFields },
    { op: 'add', path: '/metadata/annotations/example.com~1aged', value: String(writes) },
  ], 'somebody'));
}
