/** Whether operator-controller is at work: it holds the lease of its leader election, and has renewed it lately. */
import { asObject, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';

const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: '9c4404e7.operatorframework.io' } as const;

/** How long operator-controller's lease lasts, where it does not say. */
const LEASE_SECONDS = 137;

type Reader = Pick<KubeLane, 'list' | 'serverTime'>;

export interface Holder {
  readonly identity: string;
  readonly namespace: string;
}

/**
 * One request. Undefined: it is not at work.
 * @param namespace that it runs in. Absent: any
 * @param onNote called when leases may not be read
 * @throws BoxcutterError `server-*`
 */
export async function operatorControllerAtWork(
  cluster: Reader, { namespace, onNote }: { readonly namespace?: string; readonly onNote?: (note: string) => void } = {},
): Promise<Holder | undefined> {
  try {
    const { objects } = await cluster.list({ ...LEASE, ...defined({ namespace }) });
    const now = cluster.serverTime() ?? Date.now();
    return objects.flatMap((lease) => holderOf(lease, now) ?? [])[0];
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'server-forbidden') throw error;
    onNote?.('Whether operator-controller is stopped could not be looked at, because this account may not list leases.');
    return undefined;
  }
}

function holderOf({ metadata: { namespace = '' }, spec }: KubeObject, now: number): Holder | undefined {
  const { holderIdentity: identity, renewTime, leaseDurationSeconds = LEASE_SECONDS } = asObject(spec) ?? {};
  if (typeof identity !== 'string' || identity === '' || typeof renewTime !== 'string') return undefined;
  return now - Date.parse(renewTime) < Number(leaseDurationSeconds) * 1000 ? { identity, namespace } : undefined;
}

/** @throws BoxcutterError `manager-active` (collision) */
export function refuseAtWork(holder: Holder | undefined): void {
  if (holder === undefined) return;
  const what = `operator-controller is at work (${holder.identity}), and would apply the objects again. Nothing was changed.`;
  throw new BoxcutterError('manager-active', 'collision', what, { hint: `Stop it first: ${stopLine(holder)}` });
}

/** A command. */
export function stopLine({ namespace }: Holder): string {
  return `kubectl scale --replicas 0 deployment operator-controller-controller-manager -n ${namespace}`;
}
