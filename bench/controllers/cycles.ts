/** One extension comes and goes, again and again: what is left then, of memory, files and objects. */
import { API_VERSION, type KubeObject } from '../../lib/api';
import type { KubeCluster } from '../../lib/kube';
import { quantiles, type Quantiles } from '../scale/results';
import type { Installed } from './installed';
import type { Controllers, Sample } from './process';
import { extensionOf, packageName } from './world';

export interface Cycles {
  readonly cycles: number;
  readonly milliseconds: Quantiles;
  /** After a tenth of them, after half, and at the end. */
  readonly samples: readonly (Sample & { readonly after: number; readonly objects: number })[];
}

interface Place {
  readonly cluster: KubeCluster;
  readonly put: (object: KubeObject) => Promise<unknown>;
  readonly watch: Installed;
  readonly controllers: Controllers;
}

const VERSION = '1.0.0';

/** Of the first package; if it is installed, it goes first. */
export async function comeAndGo(cycles: number, { cluster, put, watch, controllers }: Place): Promise<Cycles> {
  const name = packageName(0);
  const leave = async (): Promise<void> => {
    const ref = { apiVersion: API_VERSION, kind: 'ClusterExtension', name };
    const live = await cluster.get(ref);
    if (live.type !== 'object') return;
    await cluster.delete(ref, { uid: live.object.metadata.uid ?? '' });
    await watch.gone(name);
  };
  await leave();
  const times: number[] = [];
  const samples: Cycles['samples'][number][] = [];
  const looks = new Set([Math.ceil(cycles / 10), Math.ceil(cycles / 2), cycles]);
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const began = performance.now();
    await put(extensionOf(0, VERSION));
    await watch.one(name, VERSION);
    await leave();
    times.push(performance.now() - began);
    if (!looks.has(cycle)) continue;
    await controllers.quiet();
    samples.push({ after: cycle, ...controllers.sample(), objects: await objectsOf(cluster, name) });
    console.log(`after ${cycle} cycles: ${JSON.stringify(samples.at(-1))}`);
  }
  return { cycles, milliseconds: quantiles(times.sort((a, b) => a - b)), samples };
}

/** Revisions, Secrets and objects of it that are still there. */
async function objectsOf(cluster: KubeCluster, name: string): Promise<number> {
  const labelSelector = `olm.operatorframework.io/owner-name=${name}`;
  const lists = await Promise.all([
    cluster.list({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', labelSelector }, { metadataOnly: true }),
    cluster.list({ apiVersion: 'v1', kind: 'Secret', labelSelector }, { metadataOnly: true }),
    cluster.list({ apiVersion: 'v1', kind: 'ConfigMap', labelSelector }, { metadataOnly: true }),
  ]);
  return lists.reduce((sum, { objects }) => sum + objects.length, 0);
}
