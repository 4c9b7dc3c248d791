/**
 * Taking OLM's hands off an operator, before its objects are taken over: its Subscription first, so that nothing is upgraded any more, then
 * the marks by which OLM's clean-up of a version finds what lives outside of its namespace, then the version itself, which lets what it
 * owns live. There is no way back but to subscribe again.
 */
import { groupOf, type KubeObject, refOf } from '../../api';
import type { Answer, JsonPatchOperation } from '../../engine';
import { BoxcutterError } from '../../errors';
import { formatPointer } from '../../issue';
import type { KubeCluster } from '../../kube';
import { FIELD_MANAGER } from '../../state';
import { requireWritten } from '../take/answers';
import { marksOf } from '../take/olm-marks';
import type { OlmAdoption } from './begin';

/**
 * What is left to be done of it. By then the record has to know everything: the objects lose the labels that name them.
 * @throws BoxcutterError `olm-unwritten` (server)
 */
export async function releaseFromOlm(
  { subscription, version, taking: { seen } }: OlmAdoption, cluster: Pick<KubeCluster, 'delete' | 'patch' | 'observe'>,
  signal?: AbortSignal,
): Promise<void> {
  if (subscription !== undefined) accept(subscription, await cluster.delete(refOf(subscription), { uid: subscription.metadata.uid ?? '' }));
  if (version === undefined) return;
  for (const object of seen.filter((one) => isSwept(one) && marksOf(one).length > 0)) {
    accept(object, await cluster.patch(refOf(object), unmark(object), FIELD_MANAGER));
  }
  accept(version, await cluster.delete(refOf(version), { uid: version.metadata.uid ?? '', propagation: 'Orphan' }));
  await gone(version, cluster, signal);
}

/** Groups whose cluster-scoped objects OLM deletes by label when a version goes. */
const SWEPT: ReadonlySet<string> = new Set(['rbac.authorization.k8s.io', 'admissionregistration.k8s.io', 'apiregistration.k8s.io']);

function isSwept(object: KubeObject): boolean {
  return object.metadata.namespace === undefined && SWEPT.has(groupOf(object.apiVersion));
}

function unmark(object: KubeObject): readonly JsonPatchOperation[] {
  return [
    { op: 'test', path: '/metadata/uid', value: object.metadata.uid },
    ...marksOf(object).map((name) => ({ op: 'remove' as const, path: formatPointer(['metadata', 'labels', name]) })),
  ];
}

function accept(object: KubeObject, answer: Answer): void {
  requireWritten(object, answer, (name, why) => (
    new BoxcutterError('olm-unwritten', 'server', `${name} could not be taken from OLM: ${why}`, {
      hint: 'Permission to delete the Subscription and the ClusterServiceVersion is needed. '
        + 'Running the same command again goes on from here.',
    })));
}

/** As long as it is there, OLM would put back what is changed. */
function gone(
  { apiVersion, kind, metadata: { name = '', namespace = '', uid } }: KubeObject, cluster: Pick<KubeCluster, 'observe'>,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isThere = false;
    const end = (): void => {
      subscription.close();
      signal?.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      reject(new BoxcutterError('olm-unwritten', 'server', `${kind} ${name} is not gone yet: OLM still has to let go of it.`, {
        hint: 'OLM has to run for that: look at the finalizers of the version. Running the same command again goes on from here.',
      }));
    };
    const look = (): void => {
      if (isThere) return;
      end();
      resolve();
    };
    const subscription = cluster.observe({ apiVersion, kind, name, namespace }, {
      changed: ({ metadata }) => { isThere = metadata.uid === uid; },
      removed: () => { isThere = false; look(); },
      synced: () => queueMicrotask(look),
      failed: () => undefined,
    });
    // It may have come while the version was being deleted: then no event follows.
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
