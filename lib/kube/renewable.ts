/** An API server whose address and credentials come and go while the program runs: they are in a Secret, for instance. */
import { BoxcutterError } from '../errors';
import { connectionOfText, type Connection } from './auth';
import { KubeCluster } from './cluster';
import { defaultTiming, type Timing } from './timing';

export interface RenewableCluster {
  readonly cluster: KubeCluster;
  /**
   * From now on this kubeconfig counts. What is under way is broken off, streams go on where they were.
   * @param name what it is called in messages: `Secret a/b`
   * @throws BoxcutterError `kubeconfig-invalid`, `context-missing`, `kubeconfig-unsafe`; then what counted before still does
   */
  use(kubeconfig: string, name: string): void;
  /** From now on nothing is sent: every request fails with this at once. @param why as a sentence */
  without(why: string): void;
}

/** @param why a sentence: what requests fail with until there is a kubeconfig */
export function renewableCluster(why: string, timing: Timing = defaultTiming): RenewableCluster {
  const connection = { ...nowhere(why) };
  const cluster = new KubeCluster(connection, timing);
  const change = (to: Connection): void => {
    // What the new one does not have must not stay of the old one.
    Object.assign(connection, { proxy: undefined, impersonate: undefined }, to);
    cluster.renew();
  };
  return {
    cluster,
    use: (kubeconfig, name) => change(connectionOfText(kubeconfig, name, timing)),
    without: (sentence) => change(nowhere(sentence)),
  };
}

/** Without credentials no request is begun, and none is repeated. */
function nowhere(why: string): Connection {
  return {
    server: 'https://unknown.invalid', namespace: 'default', tls: {}, origin: 'no kubeconfig',
    credentials: { current: () => Promise.reject(new BoxcutterError('credentials-unavailable', 'server', why)), renew: () => false },
  };
}
