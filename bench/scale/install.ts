/** Installs everything with the operation that users run, several extensions at a time. */
import type { KubeObject } from '../../lib/api';
import type { KubeCluster } from '../../lib/kube';
import { applyRevision } from '../../lib/runtime';
import type { ScaleOptions } from './options';
import { CRD, namespaceName, namespaceObject, revisionOf, STATE_NAMESPACE } from './workload';

export interface Installed {
  readonly seconds: number;
  readonly requests: Readonly<Record<string, number>>;
  readonly requestsPerObject: number;
  readonly objectsPerSecond: number;
}

const AT_ONCE = 8;

export async function install(cluster: KubeCluster, options: ScaleOptions): Promise<Installed> {
  const { extensions, objects, namespaces, preflight } = options;
  const surroundings = [
    CRD,
    ...[STATE_NAMESPACE, ...Array.from({ length: namespaces }, (_, index) => namespaceName(index))].map(namespaceObject),
  ];
  await Promise.all(surroundings.map((object) => must(cluster, object)));
  const before = cluster.requests();
  const startedAt = performance.now();
  let next = 0;
  let done = 0;
  let told = startedAt;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < extensions; index = next++) {
      const outcome = await applyRevision(revisionOf(index, objects, namespaces), { cluster, stateNamespace: STATE_NAMESPACE, preflight });
      if (outcome.status !== 'complete') {
        throw new Error(`${outcome.extension} is ${outcome.status}: ${JSON.stringify(outcome.result).slice(0, 2000)}`);
      }
      done += 1;
      if (performance.now() - told < 10_000) continue;
      told = performance.now();
      console.log(`install: ${done} of ${extensions} extensions, ${((told - startedAt) / 1000).toFixed(0)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = cluster.requests();
  const requests: Record<string, number> = {};
  for (const [verb, count] of Object.entries(after)) if (count !== before[verb]) requests[verb] = count - (before[verb] ?? 0);
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  return { seconds, requests, requestsPerObject: total / (extensions * objects), objectsPerSecond: (extensions * objects) / seconds };
}

async function must(cluster: KubeCluster, object: KubeObject): Promise<void> {
  const answer = await cluster.apply(object, { fieldManager: 'bench', force: true });
  if (answer.type !== 'object') throw new Error(`${object.kind} ${object.metadata.name ?? ''}: ${JSON.stringify(answer)}`);
}
