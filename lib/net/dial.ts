import dns from 'node:dns';
import net, { type LookupFunction, type Socket } from 'node:net';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import { hostOf, openTunnel, portOf } from './proxy';

/** Where a connection goes, and how. */
export interface DialTarget {
  /** Scheme, host and port; https is verified. */
  readonly url: URL;
  readonly proxy: URL | undefined;
  /** For https, made when the TCP connection is there: how the server is verified. May throw. */
  readonly tls: () => ConnectionOptions;
  /** Whether no connection to an address may be opened, also where a name leads there. Not asked for what goes through a proxy. */
  readonly refuses?: ((address: string) => boolean) | undefined;
  /** Called with the socket of a TLS handshake that begins. */
  readonly onTls?: (socket: TLSSocket) => void;
}

/**
 * Opens one connection within `connectMs` (TCP, tunnel and TLS handshake together). Rejects with the error of the network, TLS or the
 * proxy.
 */
export async function dial(target: DialTarget, connectMs: number, closing: AbortSignal): Promise<Socket> {
  const { signal, end } = within(connectMs, closing);
  const { url, proxy } = target;
  let socket: Socket | undefined;
  try {
    socket = proxy ? await openTunnel(proxy, url, signal) : connect(url, target.refuses);
    // A socket that is given up may still report an error, and one without a listener would end the process.
    socket.on('error', ignore);
    if (!proxy) await opened(socket, 'connect', signal);
    if (url.protocol === 'https:') {
      const secure = tls.connect({ ...target.tls(), socket });
      socket = secure;
      socket.on('error', ignore);
      target.onTls?.(secure);
      await opened(socket, 'secureConnect', signal);
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    return socket;
  } catch (error) {
    socket?.destroy();
    if (!signal.aborted || closing.aborted) throw error;
    throw Object.assign(new Error(`no connection within ${connectMs / 1000} s`), { code: 'ETIMEDOUT' });
  } finally {
    end();
  }
}

/** A signal that fires after `ms` or with `closing`. By hand: AbortSignal.any leaves a trace on the longer-lived signal for each use. */
function within(ms: number, closing: AbortSignal): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, ms);
  closing.addEventListener('abort', abort);
  if (closing.aborted) abort();
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', abort);
    },
  };
}

function connect(url: URL, refuses: DialTarget['refuses']): Socket {
  const to = { host: hostOf(url), port: portOf(url) };
  if (refuses === undefined) return net.connect(to);
  // Addresses are not looked up.
  if (refuses(to.host)) throw refusedAddress();
  const lookup: LookupFunction = (hostname, options, callback) => {
    dns.lookup(hostname, options, (error, found, family) => {
      const isRefused = error === null && (typeof found === 'string' ? [found] : found.map(({ address }) => address)).some(refuses);
      callback(isRefused ? refusedAddress() : error, found, family);
    });
  };
  return net.connect({ ...to, lookup });
}

export function refusedAddress(): Error {
  const what = 'its address is that of a network link, where clouds give machines their credentials, or of this machine';
  return Object.assign(new Error(what), { code: 'ADDRESS_REFUSED' });
}

function ignore(): void {}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('the connection attempt was given up'));
    const settle = (outcome: () => void) => (): void => {
      socket.off(event, ready).off('error', failed).off('close', closed);
      signal.removeEventListener('abort', aborted);
      outcome();
    };
    const ready = settle(resolve);
    const closed = settle(() => {
      reject(Object.assign(new Error('the connection was closed while it was being opened'), { code: 'ECONNRESET' }));
    });
    const aborted = settle(() => reject(new Error('the connection attempt was given up')));
    const failed = (error: Error): void => settle(() => reject(error))();
    socket.once(event, ready).once('error', failed).once('close', closed);
    signal.addEventListener('abort', aborted);
  });
}
