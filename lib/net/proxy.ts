import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { BoxcutterError } from '../errors';
import { isLoopback } from './special-addresses';

/**
 * The proxy to a server: `proxy-url` of the kubeconfig, else HTTPS_PROXY (for https servers; HTTP_PROXY for http) unless NO_PROXY or
 * loopback exempts it, as Go programs read them. Throws `proxy-unsupported` for anything but http and https proxies.
 */
export function proxyFor(server: URL, configured: string | undefined, env: NodeJS.ProcessEnv): URL | undefined {
  if (configured) return proxyUrl(configured, 'proxy-url of the kubeconfig');
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = env[name] || env[name.toLowerCase()];
  if (!value || exempt(server, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  return proxyUrl(value.includes('://') ? value : `http://${value}`, name);
}

function proxyUrl(value: string, source: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new BoxcutterError('proxy-unsupported', 'server', `The proxy from ${source} is not an http or https address.`, {
    hint: 'SOCKS proxies are not supported. Use an HTTP proxy that allows CONNECT.',
  });
}

/** NO_PROXY: `*`, hosts, `.suffixes`, addresses and networks, each with an optional port. */
function exempt(server: URL, list: string): boolean {
  const host = hostOf(server);
  const port = portOf(server);
  if (isLoopback(host)) return true;
  return list.split(',').some((raw) => {
    const entry = raw.trim().toLowerCase();
    if (entry === '') return false;
    if (entry === '*') return true;
    if (entry.includes('/')) return inNetwork(host, entry);
    const [, name = entry, onlyPort] = isIPv6(entry) ? [] : (/^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? []);
    if (onlyPort !== undefined && Number(onlyPort) !== port) return false;
    if (name.startsWith('.') || name.startsWith('*.')) return host.endsWith(name.replace('*', ''));
    return host === name || (isIP(name) === 0 && host.endsWith(`.${name}`));
  });
}

function inNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d+$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Host of a URL without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** Asks the proxy for a tunnel to `host:port`. Rejects with an error whose code is that of the network, or `PROXY_REFUSED`. */
export function openTunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const authority = `${target.hostname}:${portOf(target)}`;
    const credentials = proxy.username ? `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}` : undefined;
    const request = (proxy.protocol === 'https:' ? https : http).request({
      method: 'CONNECT',
      host: hostOf(proxy),
      port: portOf(proxy),
      path: authority,
      headers: {
        host: authority,
        ...(credentials === undefined ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      agent: false,
      signal,
      // Not what the environment says (NODE_TLS_REJECT_UNAUTHORIZED): our credentials for the proxy go there.
      rejectUnauthorized: true,
    });
    request.once('connect', (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(refused(`the proxy ${proxy.host} answered ${answer.statusCode} ${answer.statusMessage ?? ''}`.trim()));
    });
    // A proxy that answers like an ordinary server gives a response instead of a tunnel.
    request.once('response', (answer) => {
      answer.resume();
      reject(refused(`the proxy ${proxy.host} answered ${answer.statusCode} instead of opening a tunnel`));
    });
    request.once('error', reject);
    request.end();
  });
}

function refused(message: string): Error {
  return Object.assign(new Error(message), { code: 'PROXY_REFUSED' });
}
