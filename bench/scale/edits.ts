/** Another client at work on the objects: real drift now and then, and much that is none of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../lib/api';
import type { KubeCluster } from '../../lib/kube';
import type { KeeperProcess } from './keeper';
import type { ScaleOptions } from './options';
import { revisionOf } from './workload';

export interface Latencies {
  readonly edits: number;
  readonly noise: number;
  /** From the moment the change was sent, and from its answer, to the keeper's decision; milliseconds, sorted. */
  readonly sentToDecided: readonly number[];
  readonly answeredToDecided: readonly number[];
  /** Within the keeper: from the arrival of the piece of the stream with the change to the decision. */
  readonly deciding: readonly number[];
  /** From the answer to the change until the keeper has repaired it and put that on record. */
  readonly answeredToRepaired: readonly number[];
}

const PAUSE_MS = 100;

export async function edit(cluster: KubeCluster, keeper: KeeperProcess, options: ScaleOptions): Promise<Latencies> {
  const now = (): number => performance.timeOrigin + performance.now();
  const times = new Map<string, { readonly sent: number; readonly answered: number }>();
  let noise = 0;
  for (let count = 0; count < options.edits; count += 1) {
    for (let other = 0; other < options.noise; other += 1) {
      const target = someObject(options, (kind) => kind === 'Widget' || kind === 'ConfigMap' || kind === 'Deployment');
      await must(cluster, disturbed(target, noise), 'bystander');
      noise += 1;
    }
    const target = someObject(options, (kind) => kind === 'ConfigMap');
    const name = target.metadata.name ?? '';
    if (times.has(name)) continue;
    const sent = now();
    await must(cluster, { ...identity(target), data: { value: `drifted ${count}` } }, 'intruder');
    times.set(name, { sent, answered: now() });
    await sleep(PAUSE_MS * (0.5 + Math.random()));
    if (count % 50 === 49) console.log(`edits: ${count + 1} of ${options.edits}`);
  }
  for (const name of times.keys()) if (!keeper.repaired.has(name)) await keeper.next('repaired', (message) => message.name === name);
  const seen = [...times].flatMap(([name, { sent, answered }]) => {
    const decision = keeper.decided.get(name);
    const repaired = keeper.repaired.get(name);
    if (decision === undefined || repaired === undefined) return [];
    return [{ sent: decision.at - sent, answered: decision.at - answered, deciding: decision.decidingMs, repaired: repaired - answered }];
  });
  const sorted = (pick: (one: (typeof seen)[number]) => number): readonly number[] => seen.map(pick).sort((a, b) => a - b);
  return {
    edits: times.size, noise,
    sentToDecided: sorted(({ sent }) => sent),
    answeredToDecided: sorted(({ answered }) => answered),
    deciding: sorted(({ deciding }) => deciding),
    answeredToRepaired: sorted(({ repaired }) => repaired),
  };
}

function someObject({ extensions, objects, namespaces }: ScaleOptions, suits: (kind: string) => boolean): KubeObject {
  const revision = revisionOf(Math.floor(Math.random() * extensions), objects, namespaces);
  const all = revision.phases.flatMap((phase) => phase.objects.map(({ object }) => object)).filter(({ kind }) => suits(kind));
  return all[Math.floor(Math.random() * all.length)] as KubeObject;
}

function identity({ apiVersion, kind, metadata: { name = '', namespace = '' } }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

/** A status, a label or an annotation of another client. */
function disturbed(object: KubeObject, count: number): KubeObject {
  const bare = identity(object);
  if (object.kind === 'Widget') return { ...bare, status: { observed: count } };
  const mark = { 'bench.example.com/noise': String(count) };
  return { ...bare, metadata: { ...bare.metadata, ...(count % 2 === 0 ? { labels: mark } : { annotations: mark }) } };
}

async function must(cluster: KubeCluster, object: KubeObject, fieldManager: string): Promise<void> {
  const answer = await cluster.apply(object, { fieldManager, force: true });
  if (answer.type !== 'object') throw new Error(`${object.kind} ${object.metadata.name ?? ''}: ${JSON.stringify(answer)}`);
}
