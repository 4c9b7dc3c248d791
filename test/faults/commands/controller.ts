/**
 * Revisions of the controller: made by a person without faults, then a process rolls them out, hands over and takes down, however often it
 * has to begin anew.
 */
import { API_VERSION, LABEL_OWNER_NAME, type Condition, type KubeObject, type ObjectRef } from '../../../lib/api';
import { DEFAULT_CONFIG, revisionController } from '../../../lib/controllers';
import { crds } from '../../../lib/kinds';
import { revisionOf } from '../content';
import type { Session, Site } from '../site';
import { DONE, undisturbed, withControllers } from './process';

/** Each process sees the objects of its own namespace. */
export const LABEL_SITE = 'boxcutter.test/site';

const nameOf = (namespace: string, number: number): string => `${namespace}-${number}`;
const revisionRef = (namespace: string, number: number): ObjectRef =>
  ({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name: nameOf(namespace, number) });

/** What is left of a run before, of whichever scenario, goes without its objects: the process of this one would take care of it, too. */
export async function clear(site: Site): Promise<void> {
  for (const kind of ['ClusterExtension', 'ClusterExtensionRevision', 'ClusterCatalog']) {
    const { objects } = await site.admin.list({ apiVersion: API_VERSION, kind, labelSelector: `${LABEL_SITE}=${site.namespace}` });
    for (const { metadata: { name = '' } } of objects) {
      const ref = { apiVersion: API_VERSION, kind, name };
      await site.admin.patch(ref, [{ op: 'add', path: '/metadata/finalizers', value: [] }], 'kubectl');
      await site.remove(ref);
    }
  }
}

export async function defineKinds(site: Site): Promise<void> {
  for (const crd of crds()) await site.apply(crd);
  // Discovery takes a moment to know them.
  for (const kind of ['ClusterExtensionRevision', 'ClusterExtension', 'ClusterCatalog']) {
    while ((await site.admin.resolve(API_VERSION, kind)) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What a revision rolls out. */
type Content = typeof revisionOf;

async function make(site: Site, number: 1 | 2, content: Content): Promise<void> {
  const { namespace } = site;
  const { phases, probes } = content(number, namespace);
  const before = number === 2 ? [await site.admin.get(revisionRef(namespace, 1))] : [];
  const previous = before.flatMap((answer) => (answer.type === 'object'
    ? [{ name: nameOf(namespace, 1), uid: answer.object.metadata.uid }] : []));
  const object: KubeObject = {
    ...{ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision' },
    metadata: { name: nameOf(namespace, number), labels: { [LABEL_SITE]: namespace, [LABEL_OWNER_NAME]: namespace } },
    spec: {
      lifecycleState: 'Active', revision: number, collisionProtection: 'Prevent', previous, progressionProbes: probes,
      phases: phases.map(({ name, objects }) => ({ name, objects: objects.map(({ object: one }) => ({ object: one })) })),
    },
  };
  const answer = await site.admin.create(object);
  if (answer.type !== 'object') throw new Error(`revision ${number} could not be made: ${JSON.stringify(answer)}`);
}

/** The first revision waits to be rolled out. */
export async function makeFirst(site: Site, content: Content = revisionOf): Promise<void> {
  await defineKinds(site);
  await clear(site);
  await make(site, 1, content);
}

/** The first is rolled out, the second waits. */
export async function makeSecond(site: Site, content: Content = revisionOf): Promise<void> {
  await makeFirst(site, content);
  await undisturbed(site, rolledOut(1), 30_000);
  await make(site, 2, content);
}

/** The first is rolled out, and has to go. */
export async function deleteFirst(site: Site): Promise<void> {
  await makeFirst(site);
  await undisturbed(site, rolledOut(1), 30_000);
  await site.remove(revisionRef(site.namespace, 1));
}

/** Objects of a kind that are of the namespace, by name, as a stream shows them. */
export type Shown = ReadonlyMap<string, KubeObject>;

/** @param repaired an object that may be lost at any time: a status from before that says nothing of it */
export const rolledOut = (
  number: 1 | 2, repaired?: (namespace: string) => ObjectRef,
) => (session: Session): Promise<string> => control(session, (shown) => {
  const [live, older] = [shown.get(nameOf(session.namespace, number)), shown.get(nameOf(session.namespace, number - 1))];
  const isArchived = older === undefined || older.metadata.finalizers === undefined;
  return isArchived && reasonOf(live, 'Succeeded') === 'RolloutSuccess' && reasonOf(live, 'Available') === 'ProbesSucceeded';
}, repaired && (async () => (await session.cluster.get(repaired(session.namespace))).type === 'object'));

/** That a stream does not show it may be the fault that is tried: a read has to say that it is gone. */
export const takenDown = (number: 1 | 2) => (session: Session): Promise<string> => (
  control(session, (shown) => !shown.has(nameOf(session.namespace, number)), async () => {
    const { type } = await session.cluster.get(revisionRef(session.namespace, number));
    return type === 'gone';
  })
);

/** A controller never ends by itself: a stream of its own tells when it is done. */
function control(session: Session, isDone: (shown: Shown) => boolean, confirm?: () => Promise<boolean>): Promise<string> {
  const { namespace } = session;
  const config = { ...DEFAULT_CONFIG, namespace, watchSelector: `${LABEL_SITE}=${namespace}` };
  return withControllers(session, config, [revisionController()], () => (
    until({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', session }, isDone, confirm)
  ));
}

/** Waits until a stream shows that it is so, and `confirm` says so, too. */
export function until(
  { apiVersion, kind, session: { cluster, namespace, signal } }: { readonly apiVersion: string; readonly kind: string; readonly session: Session },
  isDone: (shown: Shown) => boolean, confirm: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<string> {
  const shown = new Map<string, KubeObject>();
  let synced = false;
  return new Promise((resolve) => {
    const end = (verdict: string): void => {
      clearInterval(again);
      stream.close();
      resolve(verdict);
    };
    const look = (): void => {
      if (!synced || !isDone(shown)) return;
      // Of a server that is away just now: another look follows.
      void confirm().then((isSo) => isSo && end(DONE), () => undefined);
    };
    const stream = cluster.observe({ apiVersion, kind, labelSelector: `${LABEL_SITE}=${namespace}` }, {
      changed: (object) => {
        shown.set(object.metadata.name ?? '', object);
        look();
      },
      removed: ({ name }) => {
        shown.delete(name);
        look();
      },
      synced: () => {
        synced = true;
        look();
      },
      failed: () => undefined,
    });
    // What is confirmed may be so a little later than the stream shows the rest.
    const again = setInterval(look, 100);
    signal.addEventListener('abort', () => end('not yet as it should be'), { once: true });
  });
}

function reasonOf(object: KubeObject | undefined, type: string): string | undefined {
  const { conditions } = (object?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions?.find((condition) => condition.type === type)?.reason;
}
