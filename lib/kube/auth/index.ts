/**
 * Who we are to an API server, and which one it is: the kubeconfig or the pod's service account, and the credentials of
 * their users, which may change while the program runs. It comes down to a `Connection`. Nothing here sends a request.
 */
export type { ClientKubeConfig, ClientKubeConfigCluster, ClientKubeConfigContext, ClientKubeConfigUser } from './client-kubeconfig';
export { impersonationHeaders, type Connection, type Impersonation } from './connection';
export { connectionOfText, resolveConnection, type ContextOptions } from './context';
export type { Identity } from './identity';
