/**
 * How HTTP leaves this machine: connections with proxies and TLS, and a client that sends one request and gives its answer. Knows nothing
 * of what is asked: Kubernetes API servers (lib/kube) and registries of images (lib/image/registry) build on it.
 */
export { HttpClient, NetworkFailure, type Answer, type HttpClientOptions, type OutgoingRequest } from './client';
export { dial, type DialTarget } from './dial';
export { isNoTls, isUntrusted, REACH, type Explanation } from './reach';
export { hostOf, portOf, proxyFor } from './proxy';
