/** A controller process from its first request to its last. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { LABEL_OWNER_NAME } from '../api';
import { listen, type RunningServer } from '../catalog-store';
import { defined } from '../defined';
import { Definitions } from './definitions';
import { messageOf } from '../errors';
import { shareStreams, type KubeCluster } from '../kube';
import {
  featureGates, HostedTarget, managementTarget, Manager, systemClock, type Clock, type Controller, type ControllerConfig,
  type ControllerContext, type Log, type Precondition,
} from './process';
import { ClusterEvents } from './process/events/cluster-events';
import { healthRoutes } from './process/health/routes';
import { textHandler } from './process/http/answers';
import { leaseCandidacy } from './process/leader/candidacy';
import type { LeaseOptions } from './process/leader/held-lease';
import type { Leadership } from './process/leader/leadership';
import { leaseName } from './process/leader/lease';
import { authorized } from './process/metrics/authorize';
import { measureProcess } from './process/metrics/process';
import { PrometheusMetrics } from './process/metrics/prometheus';
import { measureTarget } from './process/target/measure';

export interface RunControllersOptions {
  readonly cluster: KubeCluster;
  /** For the lease: a connection of its own, whose requests end early enough to be repeated. @default an urgent lane of `cluster` */
  readonly leaseCluster?: LeaseOptions['cluster'];
  readonly config: ControllerConfig;
  readonly controllers: readonly Controller[];
  readonly log: Log;
  /** Begins the orderly end. */
  readonly signal: AbortSignal;
  /** Name of this replica in leases, events and metrics. @default host name and a random part */
  readonly identity?: string;
  readonly clock?: Clock;
  /** Called when the servers listen: with their addresses. */
  readonly onListening?: (urls: { readonly health: string; readonly metrics: string }) => void;
}

/** Requests for health and metrics take milliseconds. */
const CLOSE_MS = 1_000;
/** For events that wait at the end. */
const EVENTS_MS = 2_000;

/**
 * Runs until the signal fires, and ends in order: no new turns, those under way end, the lease is given back. Writes go out only while the
 * lease is held; when it is lost, the connection is closed at once.
 * @throws BoxcutterError `leadership-lost`, `serve-port`; whatever a controller throws that cannot start
 */
export async function runControllers(options: RunControllersOptions): Promise<void> {
  const { cluster, config, controllers, log, signal, clock = systemClock } = options;
  const identity = options.identity ?? `${hostname()}_${randomUUID()}`;
  const gates = featureGates(config.featureGates);
  const metrics = new PrometheusMetrics({ ofProcess: true });
  const events = new ClusterEvents({ cluster: cluster.lane('events'), clock, log, metrics, instance: identity });
  const shared = shareStreams(cluster, LABEL_OWNER_NAME);
  const { target: { secret } = {} } = config;
  const hosted = secret === undefined ? undefined : new HostedTarget({ management: cluster, secret, clock, log });
  const target = hosted ?? managementTarget(cluster, shared);
  const context: ControllerContext = { cluster, shared, target, clock, log, metrics, events, config, gates, signal };
  const isElected = config.leaderElection.enabled;
  const manager = new Manager({
    context, controllers,
    ...defined({ candidacy: isElected ? leaseCandidacy(leaseOptions(options, identity, clock)) : undefined }),
    precondition: definitionsOf(context),
    onLeading: (leadership) => lead(cluster, hosted, leadership),
    beforeRelease: () => events.close(EVENTS_MS),
  });
  if (isElected) cluster.fenceWrites(() => false);
  hosted?.cluster.fenceWrites(() => false);
  measureProcess(metrics, { cluster, gates, identity, leading: () => manager.leading, readiness: () => manager.readiness() });
  measureTarget(metrics, target);
  const servers = await serve(options, clock, metrics, manager);
  try {
    log.info({ identity, server: cluster.server, gates: gates.all, watchSelector: config.watchSelector }, 'started');
    await manager.run();
    log.info({}, 'ended in order');
  } finally {
    hosted?.close();
    await Promise.all(servers.map((server) => server.close(CLOSE_MS)));
  }
}

function definitionsOf({ cluster, log, signal }: ControllerContext): Precondition {
  const definitions = new Definitions({ cluster: cluster.lane('definitions', { urgent: true }), log, signal });
  return { name: 'definitions', ready: () => definitions.ready(), get troubles() { return definitions.troubles; } };
}

/** From now on this process may write, as long as it leads; what is under way when it does not any more is broken off. */
function lead(cluster: KubeCluster, hosted: HostedTarget | undefined, leadership: Leadership): void {
  cluster.fenceWrites(() => leadership.held());
  hosted?.cluster.fenceWrites(() => leadership.held() && hosted.isKnown);
  void leadership.lost.then(() => {
    hosted?.close();
    cluster.close();
  });
  hosted?.begin();
}

function leaseOptions({ cluster, leaseCluster, config, log }: RunControllersOptions, identity: string, clock: Clock): LeaseOptions {
  const { namespace, watchSelector, leaderElection: { leaseSeconds, renewDeadlineSeconds, retrySeconds } } = config;
  return {
    cluster: leaseCluster ?? cluster.lane('lease', { urgent: true, unfenced: true }),
    terms: { name: leaseName(config), namespace, identity, durationMs: leaseSeconds * 1000, watchSelector },
    renewDeadlineMs: renewDeadlineSeconds * 1000, retryMs: retrySeconds * 1000, clock, log,
  };
}

async function serve(
  { cluster, config, log, signal, onListening }: RunControllersOptions, clock: Clock, metrics: PrometheusMetrics, manager: Manager,
): Promise<readonly RunningServer[]> {
  const onFault = (error: unknown): void => log.error({ err: error }, `a request could not be answered: ${messageOf(error)}`);
  const onNote = (note: string): void => log.info({}, note);
  const health = await listen(textHandler(healthRoutes(() => manager.readiness(), signal), onFault), { ...config.health, onNote });
  const { address, tls, authorize } = config.metrics;
  const expose = async () => ({ status: 200, text: await metrics.expose(), contentType: metrics.contentType });
  const asked = cluster.lane('authorize', { urgent: true, unfenced: true });
  const route = authorize ? authorized('/metrics', expose, { cluster: asked, clock }) : expose;
  try {
    const numbers = await listen(textHandler({ '/metrics': route }, onFault), { ...address, tls, onNote });
    onListening?.({ health: health.url, metrics: numbers.url });
    log.info({ health: health.url, metrics: numbers.url }, 'listening');
    return [health, numbers];
  } catch (error) {
    await health.close(0);
    throw error;
  }
}
