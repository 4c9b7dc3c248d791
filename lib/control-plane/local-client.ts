import * as https from 'node:https';
import { BoxcutterError } from '../errors';

/** What is needed to speak to a local API server. */
export interface LocalClient {
  readonly port: number;
  readonly token: string;
  /** PEM of the serving certificate's authority. */
  readonly authority: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One request to a local API server. It has few callers and no need of retries or watches; `lib/kube` is for everything else. */
export function request(client: LocalClient, method: string, path: string, body?: unknown, timeout = 5_000): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${client.token}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = https.request(
      {
        host: '127.0.0.1', port: client.port, ca: client.authority, rejectUnauthorized: true, method, path, headers, timeout, agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeout / 1000} s`)));
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Creates an object; one of that name that exists already is as good. */
export async function ensure(client: LocalClient, collection: string, object: object): Promise<void> {
  const answer = await request(client, 'POST', collection, object);
  if (answer.status === 201 || answer.status === 409) return;
  throw new BoxcutterError(
    'cluster-setup-failed', 'server',
    `The API server answered ${answer.status} to POST ${collection}: ${answer.body.slice(0, 500)}`,
  );
}

/** True when the API server answers that all its checks pass. */
export async function isReady(client: LocalClient, timeout = 2_000): Promise<boolean> {
  try {
    return (await request(client, 'GET', '/readyz', undefined, timeout)).status === 200;
  } catch {
    return false;
  }
}

export async function serverVersion(client: LocalClient): Promise<string> {
  const answer = await request(client, 'GET', '/version');
  return (JSON.parse(answer.body) as { gitVersion: string }).gitVersion;
}
