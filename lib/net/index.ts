/**
 * How HTTP leaves this machine: connections with proxies and TLS, and a client that sends one request and gives its answer. Knows nothing
 * of what is asked: Kubernetes API servers (lib/kube) and registries of images (lib/image/registry) build on it.
 */
export { HttpClient, type Answer, type HttpClientOptions } from './client';
export { failureOf, NetworkFailure } from './failure';
export { dial } from './dial';
export { isNoTls, isUntrusted, REACH, type Explanation } from './reach';
export { isLinkLocal, isLoopback, isThisMachine } from './special-addresses';
export { allowanceMs, keepPace, type Pace } from './pace';
export { hostOf, portOf, proxyFor } from './proxy';
export { secondsToWait } from './retry-after';
export { verifiedTls } from './tls';
