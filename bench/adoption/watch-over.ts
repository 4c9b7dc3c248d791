/** What is on the cluster, by uid: what a step of the way made anew shows in the difference. */
import { type JsonValue, keyOf, type KubeObject, type ObjectRef, refOf } from '../../lib/api';
import { canonicalJson } from '../../lib/api/canonical-json';
import type { Bench } from '../../test/server/support/extension';
import { whatRuns } from '../../test/server/adoption/helm-bench';

export interface Seen {
  /** Of what was named, by key. */
  readonly objects: ReadonlyMap<string, KubeObject>;
  /** `Kind/name` to uid: what runs in the namespace, with Pods and ReplicaSets. */
  readonly running: Readonly<Record<string, string>>;
}

export async function look(bench: Bench, refs: readonly ObjectRef[]): Promise<Seen> {
  const answers = await Promise.all(refs.map(async (ref) => bench.otherClient.cluster.get(ref)));
  const objects = answers.flatMap((answer) => (answer.type === 'object' ? [answer.object] : []));
  return { objects: new Map(objects.map((object) => [keyOf(refOf(object)), object])), running: (await whatRuns(bench)).uids };
}

/** Objects that are there before and after, and are not the same. */
export function madeAnew(before: Seen, after: Seen): readonly string[] {
  return [...after.objects].filter(([key, { metadata }]) => (before.objects.get(key)?.metadata.uid ?? metadata.uid) !== metadata.uid)
    .map(([, { kind, metadata }]) => `${kind} ${metadata.name ?? ''}`);
}

/** Objects whose content is another: everything beside metadata and status. */
export function alteredIn(before: Seen, after: Seen): readonly string[] {
  const content = (object: KubeObject): string => {
    const { metadata: _metadata, status: _status, ...rest } = object as KubeObject & { readonly status?: unknown };
    return canonicalJson(rest as JsonValue);
  };
  return [...after.objects].flatMap(([key, object]) => {
    const was = before.objects.get(key);
    return was === undefined || content(was) === content(object) ? [] : [`${object.kind} ${object.metadata.name ?? ''}`];
  });
}

export interface Kept {
  readonly kept: number;
  readonly of: number;
}

/** How many of what ran before still run. @param kind Pod, ReplicaSet */
export function stillRunning(kind: string, before: Seen, after: Seen): Kept {
  const ran = Object.entries(before.running).filter(([id]) => id.startsWith(`${kind}/`));
  return { kept: ran.filter(([id, uid]) => after.running[id] === uid).length, of: ran.length };
}

export function stillThere(before: Seen, after: Seen): Kept {
  const were = [...before.objects];
  return { kept: were.filter(([key, { metadata: { uid } }]) => after.objects.get(key)?.metadata.uid === uid).length, of: were.length };
}

const PATIENCE_MS = 30_000;

/** Resolves when everything that the namespace has of these kinds is rolled out, or does not get there in time. */
export async function settled({ otherClient, namespace }: Bench): Promise<void> {
  const kinds = ['Deployment', 'StatefulSet', 'DaemonSet'];
  const lists = await Promise.all(kinds.map(async (kind) => {
    const { objects } = await otherClient.cluster.list({ apiVersion: 'apps/v1', kind, namespace }, { metadataOnly: true });
    return objects.map(({ metadata: { name = '' } }) => ({ apiVersion: 'apps/v1', kind, namespace, name }));
  }));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => { timer = setTimeout(resolve, PATIENCE_MS); });
  await Promise.race([late, Promise.all(lists.flat().map((ref) => otherClient.until(ref, isRolledOut)))]);
  clearTimeout(timer);
}

type Numbers = Readonly<Record<string, number>>;

function isRolledOut(object: KubeObject | undefined): boolean {
  if (object === undefined) return true;
  const { metadata, spec, status } = object as unknown as Readonly<Record<'metadata' | 'spec' | 'status', Numbers | undefined>>;
  if ((status?.['observedGeneration'] ?? 0) < (metadata?.['generation'] ?? 0)) return false;
  const [wanted, ready] = object.kind === 'DaemonSet'
    ? [status?.['desiredNumberScheduled'] ?? 0, status?.['numberReady'] ?? 0]
    : [spec?.['replicas'] ?? 1, status?.['readyReplicas'] ?? 0];
  return ready === wanted;
}
