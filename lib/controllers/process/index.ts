/**
 * What every controller stands on, with no domain in it: the process and its life, caches of our own kinds, queues of turns, writing
 * status, events, metrics, health, leader election, configuration and feature gates.
 */
export { wordsOfAnswer } from '../../engine';
export { backoffMs, TURN_BACKOFF, type Backoff } from './backoff';
export { microTimestamp, systemClock, timestamp, type Clock } from './clock';
export {
  DEFAULT_CONFIG, LOG_LEVELS, OPTIONAL, type ClusterApiConfig, type ControllerConfig, type ListenAddress, type LogLevel,
} from './config/config';
export { FEATURE_GATES, featureGates, parseFeatureGates, type FeatureGate, type FeatureGates } from './config/feature-gates';
export type { Controller, ControllerContext } from './controller';
export { noEvents, type EventRecorder, type RecordedEvent } from './events/recorder';
export { Lines } from './lines';
export { leaseCandidacy } from './leader/candidacy';
export { leaseConnectionTiming } from './leader/connection-timing';
export type { LeaseOptions } from './leader/held-lease';
export type { Candidacy, Leadership } from './leader/leadership';
export { silentLog, type Log, type LogFields } from './log';
export { Manager, type ManagerOptions, type Precondition, type Readiness } from './manager';
export {
  noMetrics, type Counter, type Gauge, type Histogram, type LabelValues, type MetricDefinition, type Metrics, type Sample,
} from './metrics/metrics';
export { measureObjects, type Conditioned } from './metrics/objects';
export { measureQueue, turnMetrics } from './metrics/turns';
export { ResourceCache, wordsOf, type ResourceCacheOptions, type ResourceHandler } from './resource-cache';
export { isSettled } from './settled';
export { writeStatus, type StatusWrite, type WantedStatus } from './status-writer';
export { accountText, actingIn, type Acting, type ServiceAccount } from './target/acting';
export { HostedTarget, type HostedTargetOptions } from './target/hosted-target';
export { isPending, managementTarget, type Target, type TargetAway, type TargetProblem } from './target/target';
export { type Aside, TurnQueue, type TurnEnd, type TurnFailure, type TurnObserver, type TurnQueueOptions } from './turn-queue';
