/**
 * A proxy on loopback in front of a real API server that does harm on purpose: it cuts connections, loses answers, delivers late,
 * answers from the past, silences watches. With it a test finds out what a program makes of a bad network or a busy server.
 */
export { startFaultProxy, type FaultProxy, type FaultProxyOptions, type RuleHandle } from './proxy';
export { statusOf, type CannedAnswer } from './canned';
export type { Fault, RequestFault, WatchFault } from './faults';
export type { ProxiedRequest, RequestVerb } from './requests';
export type { RequestMatch, Rule } from './rules';
export type { ProxyTarget } from './target';
