import { X509Certificate } from 'node:crypto';
import { connect as netConnect } from 'node:net';
import tls from 'node:tls';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { statusOf } from './answer';
import type { Connection } from '../auth';
import { tlsOptions } from './dial';
import { hostOf, isNoTls, isUntrusted, portOf, REACH, type Explanation } from '../../net';
import type { ConnectionFailure } from './failure';
import type { HttpResponse } from './request';

const NO_TLS: Explanation = {
  what: 'it does not speak TLS', hint: 'Check the port, and whether the server address should begin with http://.',
};

/** What is particular to API servers; the rest is the same for every server. */
const CONTACT_PROBLEMS: Readonly<Record<string, Explanation>> = {
  ...REACH,
  ECONNREFUSED: { what: 'nothing listens there', hint: 'Is the cluster running? A local one starts with `boxcutter cluster up`.' },
  ENOTFOUND: { what: 'the host name is unknown', hint: 'Check the server address in the kubeconfig, the VPN and the DNS.' },
  ETIMEDOUT: {
    what: 'it does not answer in time',
    hint: 'Check the network, the VPN, firewalls and whether a proxy is needed (HTTPS_PROXY, proxy-url).',
  },
  MALFORMED: { what: 'its answers are not those of a Kubernetes API server', hint: 'Check the server address.' },
  PROXY_REFUSED: {
    what: 'the proxy does not let us through',
    hint: 'Check HTTPS_PROXY, NO_PROXY and proxy-url, and the credentials for the proxy.',
  },
};

/** The error for a request that got no answer: which server, what went wrong, what to do. */
export async function connectionError(failure: ConnectionFailure, connection: Connection): Promise<BoxcutterError> {
  // An error of the credentials says all that is to be said.
  if (isBoxcutterError(failure.cause)) return failure.cause;
  if (failure.code === 'CLOSED') {
    return new BoxcutterError(
      'connection-closed', 'interrupted',
      `The connection to ${connection.server} was closed.`,
      { details: { server: connection.server } },
    );
  }
  if (failure.code === 'STALE') {
    return new BoxcutterError('server-failed', 'server', `The API server ${connection.server} cannot list its kinds: ${failure.message}.`, {
      hint: 'Check the APIService of that version (kubectl get apiservices): the server behind it does not answer.',
      details: { server: connection.server },
      cause: failure,
    });
  }
  const tlsProblem = await describeTls(failure.code, connection);
  if (tlsProblem !== undefined) {
    return new BoxcutterError(
      'server-not-trusted', 'server',
      `The API server ${connection.server} cannot be trusted: ${tlsProblem.what}.`,
      {
        hint: `${tlsProblem.hint} The connection comes from ${connection.origin}.`,
        details: { server: connection.server, code: failure.code },
        cause: failure,
      },
    );
  }
  const known = isNoTls(failure.code) ? NO_TLS : CONTACT_PROBLEMS[failure.code];
  const what = failure.code === 'PROXY_REFUSED' || known === undefined ? failure.message : known.what;
  return new BoxcutterError('server-unreachable', 'server', `The API server ${connection.server} cannot be reached: ${what}.`, {
    hint: `${known?.hint ?? 'Check the server address and the network.'} The address comes from ${connection.origin}.`,
    details: { server: connection.server, code: failure.code, ...(connection.proxy ? { proxy: connection.proxy.host } : {}) },
    cause: failure,
  });
}

/** The error for an answer that is not what was asked for. */
export async function responseError(response: HttpResponse, connection: Connection): Promise<BoxcutterError> {
  const status = statusOf(response);
  const details = { server: connection.server, status };
  if (response.status === 401 && connection.server.startsWith('http:')) {
    return new BoxcutterError(
      'server-unauthorized', 'server',
      `The API server ${connection.server} asks for credentials, but boxcutter sends none, because its address has no TLS.`,
      { hint: `Use an address with https, if it has one. This one comes from ${connection.origin}.`, details },
    );
  }
  if (response.status === 401) {
    const expired = await expiredClientCertificate(connection);
    const message = expired === undefined
      ? `The API server ${connection.server} does not accept our credentials.`
      : `The API server ${connection.server} does not accept our credentials: the client certificate expired on ${expired}.`;
    return new BoxcutterError(
      'server-unauthorized', 'server',
      message,
      { hint: `Log in again, or renew the credentials of ${connection.origin}.`, details },
    );
  }
  if (response.status === 403) {
    return new BoxcutterError('server-forbidden', 'server', `The API server ${connection.server} does not allow that: ${status.message}`, {
      hint: `Ask the administrator of the cluster for this permission, or use other credentials than those of ${connection.origin}.`,
      details,
    });
  }
  return new BoxcutterError(
    'server-failed', 'server',
    `The API server ${connection.server} answered ${response.status}: ${status.message}`,
    {
      hint: response.status >= 500 || response.status === 429
        ? 'Try again. If that does not help, check the health of the API server.'
        : 'Check that this is the address of a Kubernetes API server.',
      details,
    },
  );
}

async function describeTls(code: string, connection: Connection): Promise<Explanation | undefined> {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const certificate = await serverCertificate(connection);
    const day = code === 'CERT_HAS_EXPIRED' ? certificate?.validTo : certificate?.validFrom;
    const verb = code === 'CERT_HAS_EXPIRED' ? 'expired' : 'is not valid yet';
    return {
      what: `its certificate ${verb}${day === undefined ? '' : ` (${code === 'CERT_HAS_EXPIRED' ? 'on' : 'before'} ${isoDate(day)})`}`,
      hint: 'Renew the certificate of the server; check the clock of this machine.',
    };
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = (await serverCertificate(connection))?.subjectAltName;
    const expected = connection.tls.serverName ?? hostOf(new URL(connection.server));
    return {
      what: `its certificate is not for ${expected}${names ? `, but for ${names}` : ''}`,
      hint: 'Use one of these names in the server address, or set tls-server-name in the kubeconfig.',
    };
  }
  if (isUntrusted(code)) {
    return {
      what: 'its certificate is signed by an authority that is not known here',
      hint: 'Check certificate-authority-data in the kubeconfig; it may belong to an earlier cluster at this address.',
    };
  }
  return undefined;
}

/**
 * The certificate that the server shows, read with a handshake of its own that is ended at once: nothing is sent over it, so that it does
 * no harm that the certificate is not trusted.
 */
function serverCertificate(connection: Connection): Promise<X509Certificate | undefined> {
  if (connection.proxy) return Promise.resolve(undefined);
  const url = new URL(connection.server);
  return new Promise((resolve) => {
    const tcp = netConnect({ host: hostOf(url), port: portOf(url) });
    const socket = tls.connect({ ...tlsOptions(connection, url), socket: tcp, rejectUnauthorized: false });
    const done = (certificate?: X509Certificate): void => {
      clearTimeout(timer);
      socket.destroy();
      tcp.destroy();
      resolve(certificate);
    };
    const timer = setTimeout(done, 2_000);
    tcp.on('error', () => done());
    socket.on('error', () => done());
    socket.once('secureConnect', () => done(socket.getPeerX509Certificate()));
  });
}

async function expiredClientCertificate(connection: Connection): Promise<string | undefined> {
  try {
    const { cert } = await connection.credentials.current();
    if (cert === undefined) return undefined;
    const { validTo } = new X509Certificate(cert);
    return Date.parse(validTo) < Date.now() ? isoDate(validTo) : undefined;
  } catch {
    return undefined;
  }
}

function isoDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : new Date(time).toISOString().slice(0, 10);
}
