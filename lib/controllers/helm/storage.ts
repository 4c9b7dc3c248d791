/**
 * Where helm stores releases while it runs: in memory, and gone afterwards. It begins with the release as the controllers know it, which
 * has no hooks, and no objects but theirs.
 */
import { gzipSync } from 'node:zlib';
import { GROUP, type KubeObject } from '../../api';

/** No namespace may be called that, so no Secret of the cluster is in it. It stands on every object that helm writes. */
export const RELEASE_NAMESPACE = GROUP;
const PATH = `/api/v1/namespaces/${RELEASE_NAMESPACE}/secrets`;
const json = (status: number, body: object): FrontAnswer => ({ status, contentType: 'application/json', body: JSON.stringify(body) });
const SECRET = { apiVersion: 'v1', kind: 'Secret' };

export interface FrontAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export function statusOf(code: number, reason: string, message: string): FrontAnswer {
  const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code });
  return { status: code, contentType: 'application/json', body };
}

interface StoredRelease {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly labels: Readonly<Record<string, string>> };
}

export class HelmStorage {
  private readonly secrets: readonly StoredRelease[];

  /** @param objects what the release has; none: there is no release */
  constructor(name: string, objects: readonly KubeObject[]) {
    const manifest = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
    const info = { status: 'deployed', description: 'What the controllers know of it' };
    const chart = { metadata: { apiVersion: 'v2', name, version: '0.0.0' } };
    const release = JSON.stringify({ name, namespace: RELEASE_NAMESPACE, version: 1, info, chart, config: {}, manifest, hooks: [] });
    const secret = {
      ...SECRET, type: 'helm.sh/release.v1',
      metadata: {
        name: `sh.helm.release.v1.${name}.v1`, namespace: RELEASE_NAMESPACE,
        labels: { name, owner: 'helm', status: 'deployed', version: '1' },
      },
      data: { release: Buffer.from(gzipSync(release).toString('base64')).toString('base64') },
    };
    this.secrets = objects.length === 0 ? [] : [secret];
  }

  /** Undefined: it is not about what is stored. What helm writes it does not read again. */
  answer(method: string, url: string): FrontAnswer | undefined {
    const { pathname, searchParams } = new URL(url, 'http://front');
    if (pathname !== PATH && !pathname.startsWith(`${PATH}/`)) return undefined;
    if (method !== 'GET') return json(method === 'POST' ? 201 : 200, { ...SECRET, metadata: {} });
    if (pathname === PATH) {
      const items = this.secrets.filter(({ metadata: { labels } }) => isSelected(labels, searchParams.get('labelSelector') ?? ''));
      return json(200, { apiVersion: 'v1', kind: 'SecretList', metadata: { resourceVersion: '1' }, items });
    }
    const name = decodeURIComponent(pathname.slice(PATH.length + 1));
    const found = this.secrets.find(({ metadata }) => metadata.name === name);
    return found === undefined ? statusOf(404, 'NotFound', `secrets "${name}" not found`) : json(200, found);
  }
}

function isSelected(labels: Readonly<Record<string, string>>, selector: string): boolean {
  return selector.split(',').filter((one) => one !== '').map((one) => one.split(/==?/)).every(([key = '', value]) => labels[key] === value);
}
