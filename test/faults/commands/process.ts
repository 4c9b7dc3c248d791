/** A process of controllers, as scenarios need one: until something is so, and without faults before a scenario begins. */
import { LABEL_OWNER_NAME } from '../../../lib/api';
import {
  featureGates, managementTarget, noEvents, noMetrics, silentLog, systemClock, type Controller, type ControllerConfig,
} from '../../../lib/controllers';
import { connect, shareStreams } from '../../../lib/kube';
import type { Session, Site } from '../site';

export const DONE = 'as it should be';

/** Controllers never end by themselves: until this is so. */
export async function withControllers(
  { cluster, signal }: Session, config: ControllerConfig, controllers: readonly Controller[], isSo: () => Promise<string>,
): Promise<string> {
  const shared = shareStreams(cluster, LABEL_OWNER_NAME);
  const context = {
    cluster, shared, target: managementTarget(cluster, shared), config, signal, clock: systemClock, log: silentLog, metrics: noMetrics,
    events: noEvents, gates: featureGates(),
  };
  const begin = async (controller: Controller): Promise<void> => {
    await controller.serve?.(context);
    await controller.start(context);
  };
  // A server that is away for longer than this process lives: it is begun anew.
  for (const controller of controllers) begin(controller).catch(() => undefined);
  try {
    return await isSo();
  } finally {
    await Promise.all(controllers.map((controller) => controller.stop(1_000)));
  }
}

/** What has to be so before the scenario begins, by a connection of its own. @param withinMs how long it may take */
export async function undisturbed(site: Site, run: (session: Session) => Promise<string>, withinMs = 60_000): Promise<void> {
  const cluster = await connect({ kubeconfig: site.kubeconfig });
  try {
    const verdict = await run({ cluster, namespace: site.namespace, signal: AbortSignal.timeout(withinMs) });
    if (verdict !== DONE) throw new Error(`the scenario could not be prepared: ${verdict}`);
  } finally {
    cluster.close();
  }
}
