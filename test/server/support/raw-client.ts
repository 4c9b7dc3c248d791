import * as fs from 'node:fs';
import * as https from 'node:https';
import * as yaml from 'js-yaml';

export interface Answer {
  readonly status: number;
  /** Texts of its headers Warning. */
  readonly warnings: readonly string[];
  readonly body: Record<string, unknown> & { readonly message?: string; readonly metadata?: Record<string, unknown> };
}

/** Sends one request to the API server of the tests. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

interface Kubeconfig {
  readonly 'current-context': string;
  readonly contexts: readonly { readonly name: string; readonly context: { readonly cluster: string; readonly user: string } }[];
  readonly clusters: readonly { readonly name: string; readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly name: string; readonly user: Readonly<Record<string, string>> }[];
}

function content(fields: Readonly<Record<string, string>>, name: string): Buffer | undefined {
  const data = fields[`${name}-data`];
  if (data !== undefined) return Buffer.from(data, 'base64');
  const file = fields[name];
  return file === undefined ? undefined : fs.readFileSync(file);
}

/** A cluster, by token or client certificate. Call `close` in the end. @param file kubeconfig */
export function connect(file = process.env.BOXCUTTER_TEST_KUBECONFIG): { readonly send: Send; readonly close: () => void } {
  if (file === undefined) throw new Error('BOXCUTTER_TEST_KUBECONFIG must name the kubeconfig of the test cluster.');
  const config = yaml.load(fs.readFileSync(file, 'utf8')) as Kubeconfig;
  const context = config.contexts.find(({ name }) => name === config['current-context'])?.context;
  const cluster = config.clusters.find(({ name }) => name === context?.cluster)?.cluster;
  const user = config.users.find(({ name }) => name === context?.user)?.user;
  if (cluster?.server === undefined || user === undefined) throw new Error(`${file} has no complete current context.`);
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: 8,
    ca: content(cluster, 'certificate-authority'),
    cert: content(user, 'client-certificate'),
    key: content(user, 'client-key'),
  });
  const token = user.token ?? (user.tokenFile === undefined ? undefined : fs.readFileSync(user.tokenFile, 'utf8').trim());
  const base = cluster.server;
  const send: Send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json' }),
        // Node leaves it out for DELETE, and what is sent would count as the beginning of the next request.
        ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const request = https.request(new URL(path, base), { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({
          status: response.statusCode ?? 0, warnings: warningsOf(response.headers.warning), body: bodyOf(Buffer.concat(chunks).toString()),
        }));
      });
      request.on('error', reject);
      request.end(text);
    });
  return { send, close: () => agent.destroy() };
}

/** `299 - "a text"`, with commas between several. */
function warningsOf(header: string | string[] | undefined): readonly string[] {
  return [...String(header ?? '').matchAll(/299 \S+ ("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '']) => JSON.parse(quoted) as string);
}

/** The API server refuses a kind that it does not serve yet in plain text, which is no JSON. */
function bodyOf(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return { message: text.trim() };
  }
}
