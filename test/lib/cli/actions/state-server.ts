/** A server with nothing but the records of extensions, for actions that only look at these; and what an action prints. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../../../../lib/api';
import { encodeHead, type Head } from '../../../../lib/state';
import { FakeServer, group, json } from '../../kube/fake-server';

const CORE = { items: [group('', 'v1', ['ConfigMap', 'configmaps'], ['Secret', 'secrets'], ['Namespace', 'namespaces', 'Cluster'])] };

export interface StateServer {
  readonly kubeconfig: string;
  /** The records that there are from now on. */
  holds(...heads: readonly KubeObject[]): void;
  stop(): Promise<void>;
}

/** A record as it is stored; broken: one that this program cannot read. */
export function recordOf(head: Partial<Head>, namespace: string, broken = false): KubeObject {
  const { extension = 'shop', revisions = [], inventory = [], ...more } = head;
  const encoded = encodeHead({ extension, revisions, inventory, ...more }, namespace);
  const metadata = { ...encoded.metadata, uid: `uid-${extension}`, resourceVersion: '1' };
  return { ...encoded, metadata, ...(broken ? { data: {} } : {}) };
}

/** @param options.refusal what it says to everything but reads of Secrets. @default 404 */
export async function startStateServer({ refusal }: { readonly refusal?: string } = {}): Promise<StateServer> {
  const server = await FakeServer.start();
  const folder = mkdtempSync(join(tmpdir(), 'state-server-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify({
    'current-context': 'x',
    'clusters': [{ name: 'x', cluster: { server: server.url } }],
    'users': [{ name: 'x', user: {} }],
    'contexts': [{ name: 'x', context: { cluster: 'x', user: 'x', namespace: 'home' } }],
  }));
  let heads: readonly KubeObject[] = [];
  server.handler = ({ method, path }, response) => {
    if (refusal !== undefined && path !== '/api' && path !== '/apis' && (method !== 'GET' || !path.includes('/secrets'))) {
      const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message: refusal };
      json(response, 403, status);
      return true;
    }
    const [, namespace, name] = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/secrets(?:\/([^/]+))?$/.exec(path) ?? [];
    if (path === '/api') json(response, 200, {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      ...CORE,
    });
    else if (!path.includes('/secrets')) return undefined;
    else {
      const items = heads.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
      const one = items.find(({ metadata }) => metadata.name === name);
      if (name === undefined) json(response, 200, { apiVersion: 'v1', kind: 'SecretList', metadata: { resourceVersion: '1' }, items });
      else if (one !== undefined) json(response, 200, one);
      else json(response, 404, {
        apiVersion: 'v1',
        kind: 'Status',
        status: 'Failure',
        code: 404,
        reason: 'NotFound',
        message: 'not found',
      });
    }
    return true;
  };
  return {
    kubeconfig,
    holds: (...given) => {
      heads = given;
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What goes to standard output and standard error while the tests of a file run. */
export function capturedOutput(): { readonly out: () => string; readonly err: () => string } {
  let out = '';
  let err = '';
  beforeEach(() => {
    [out, err] = ['', ''];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))));
  });
  afterEach(() => jest.restoreAllMocks());
  return { out: () => out, err: () => err };
}
