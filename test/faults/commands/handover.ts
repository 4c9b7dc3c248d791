/**
 * The engine as controllers use it: every revision has an owner of its own, and the second takes over what the first one has.
 */
import { refOf, type ResolvedRevision } from '../../../lib/api';
import {
  buildRollout, buildTeardown, compileProbes, run, type Built, type InventoryEntry, type OwnerContext, type State,
} from '../../../lib/engine';
import { LABEL_OWNER_NAME } from '../../../lib/api';
import type { KubeCluster } from '../../../lib/kube';
import { revisionOf } from '../content';
import { EXTENSION, type Session, type Site } from '../site';

const labelSelector = `${LABEL_OWNER_NAME}=${EXTENSION}`;
const ownerRef = (number: 1 | 2, namespace: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: `revision-${number}` });

export async function makeOwners(site: Site): Promise<string> {
  for (const number of [1, 2] as const) {
    const { apiVersion, kind, ...metadata } = ownerRef(number, site.namespace);
    await site.apply({ apiVersion, kind, metadata });
  }
  return site.namespace;
}

export async function installFirst(cluster: KubeCluster, namespace: string): Promise<void> {
  const context = await contextOf(1, cluster, namespace);
  const built = buildRollout(revision(1, namespace), { context, inventory: [], labelSelector });
  const state = await execute(cluster, context, built, AbortSignal.timeout(30_000));
  if (state.status !== 'complete') throw new Error(`the first revision could not be prepared: ${state.status}`);
}

/** Rolls the second revision out; then the first is taken down, which leaves what is not its own any more. */
export async function handOver({ cluster, namespace, signal }: Session): Promise<string> {
  const second = await contextOf(2, cluster, namespace);
  const rollout = buildRollout(revision(2, namespace), { context: second, inventory: [], labelSelector });
  const up = await execute(cluster, second, rollout, signal);
  if (up.status !== 'complete') return up.status;
  const first = await contextOf(1, cluster, namespace);
  const inventory = revision(1, namespace).phases.flatMap(({ name: phase, objects }, order) =>
    objects.map(({ object }): InventoryEntry => ({ ref: refOf(object), order, phase })),
  );
  return (await execute(cluster, first, buildTeardown(1, { context: first, inventory, labelSelector }), signal)).status;
}

function revision(number: 1 | 2, namespace: string): ResolvedRevision {
  return { ...revisionOf(number, namespace), number };
}

async function contextOf(number: 1 | 2, cluster: KubeCluster, namespace: string): Promise<OwnerContext> {
  const [own, other] = await Promise.all(([number, number === 1 ? 2 : 1] as const).map(async (each) => {
    const answer = await cluster.get(ownerRef(each, namespace));
    if (answer.type === 'object') return answer.object.metadata.uid ?? '';
    throw new OwnerUnread(JSON.stringify(answer));
  }));
  return {
    owner: { ...ownerRef(number, namespace), uid: own ?? '' }, strategy: { type: 'native' }, siblings: [other ?? ''],
    revisionAnnotation: 'example.com/revision', fieldManager: 'fault-test',
  };
}

/** Of this program, which has to look at its owners first. */
export class OwnerUnread extends Error {}

function execute(cluster: KubeCluster, context: OwnerContext, built: Built, signal: AbortSignal): Promise<State> {
  const judge = compileProbes(revision(1, context.owner?.namespace ?? '').probes);
  return run({ cluster, context, labels: [], signal, ...built, probe: (object) => judge(object) });
}
