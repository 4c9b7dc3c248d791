/** What is known of a Helm release, what helm is told of it, and what of it is its own. */
import { keyOf, type KubeObject, type ObjectRef, refOf, type RevisionManifest } from '../../../../lib/api';
import {
  chartOf, contentsOf, HelmRecord, LABEL_HELM_RELEASE, ownOf, refuseForeign, releaseName, type ReleaseOwner, type Standing, withoutHooks,
} from '../../../../lib/controllers/helm';
import { openFront } from '../../../../lib/controllers/helm/front';
import { ANNOTATION_HELM_APPLIED, ANNOTATION_HELM_CONTENT, documentsOf, releaseOf, secretOf } from '../../../../lib/controllers/helm/release';
import { HelmStorage, RELEASE_NAMESPACE } from '../../../../lib/controllers/helm/storage';
import type { Answer } from '../../../../lib/engine';

const manifest = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'web-1' } } as unknown as RevisionManifest;
const config: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'shop' }, data: { text: '{{ .Values.none }}' } };
const content = (number: number) => (
  { extension: 'web', number, request: `request ${number}`, bundle: { name: 'web.v1.0.0', version: '1.0.0', content: 'sha256:a' } }
);
const stored = (number: number, applied = false): KubeObject => {
  const { secret } = secretOf('u', content(number), { manifest, secrets: [] }, 'olmv1-system');
  const annotations = { ...secret.metadata.annotations, ...(applied ? { [ANNOTATION_HELM_APPLIED]: 'true' } : {}) };
  return { ...secret, metadata: { ...secret.metadata, uid: `of-${number}`, annotations } };
};

describe('the record', () => {
  test('is in Secrets of the namespace of the controllers, by the uid of the extension, which nobody changes', () => {
    expect(stored(1)).toMatchObject({
      immutable: true, metadata: { name: 'helm-release-u-1', namespace: 'olmv1-system', labels: { [LABEL_HELM_RELEASE]: 'u' } },
    });
  });

  test('says what helm has applied last, and what it was given since and before', () => {
    expect(releaseOf([])).toBeUndefined();
    const release = releaseOf([stored(3), stored(1, true), stored(10), stored(2, true)]);
    expect(release).toMatchObject({
      applied: { ...content(2), secret: 'helm-release-u-2', uid: 'of-2' }, begun: [content(3), content(10)], replaced: [content(1)], unreadable: [],
    });
    expect(release && contentsOf(release).map(({ number }) => number)).toEqual([2, 3, 10]);
  });

  test.each(['', 'null', '[1]', '{"number":1}', '{"extension":"web","digest":"d","number":1.5,"request":"r","bundle":{"name":"b","version":"1"}}'])(
    'what says nothing is unreadable, and neither nothing nor installed: %s', (text) => {
      const secret = stored(1, true);
      const annotations = { ...secret.metadata.annotations, [ANNOTATION_HELM_CONTENT]: text };
      const release = releaseOf([{ ...secret, metadata: { ...secret.metadata, annotations } }]);
      expect(release).toEqual({ begun: [], replaced: [], unreadable: ['helm-release-u-1'] });
    },
  );

  test('its content counts when it is what was given to helm', () => {
    const { secret, digest } = secretOf('u', content(1), { manifest, secrets: [config] }, 'olmv1-system');
    expect(documentsOf(secret, digest)).toEqual({ manifest, secrets: [config] });
    expect(documentsOf(secret, 'sha256:other')).toBe('its content is not the one that was given to helm');
    expect(documentsOf({ ...secret, data: {} }, digest)).toBe('it has no content');
    expect(documentsOf({ ...secret, data: { documents: 'eA==' } }, digest)).toEqual(expect.any(String));
  });

  test('when helm is done, only then what it was given before goes', async () => {
    const done: string[] = [];
    const note = (what: string, ref: ObjectRef): Promise<Answer> => {
      done.push(`${what} ${ref.namespace}/${ref.name}`);
      return Promise.resolve({ type: 'object', object: stored(2), created: false });
    };
    const record = new HelmRecord({
      cluster: {
        list: () => Promise.resolve({ objects: [], resourceVersion: '1' }), get: (ref) => note('get', ref), patch: (ref) => note('patch', ref),
        create: ({ metadata }) => note('create', { apiVersion: 'v1', kind: 'Secret', name: '', ...metadata }), delete: (ref) => note('delete', ref),
      },
      namespace: 'olmv1-system', cache: { by: () => [] }, fieldManager: 'f',
    });
    const given = await record.begin('u', content(2), { manifest, secrets: [] });
    await record.end(given, releaseOf([stored(1, true)])?.begun ?? []);
    await record.end(given, contentsOf(releaseOf([stored(1, true)]) ?? { begun: [], replaced: [], unreadable: [] }));
    const patched = 'patch olmv1-system/helm-release-u-2';
    expect(done).toEqual(['create olmv1-system/helm-release-u-2', patched, patched, 'delete olmv1-system/helm-release-u-1']);
  });

  test('a long name of an extension is cut, and stays one of its own', () => {
    expect(releaseName('web')).toBe('web');
    const [a, b] = [releaseName(`${'x'.repeat(60)}a`), releaseName(`${'x'.repeat(60)}b`)];
    expect([a.length, a === b]).toEqual([53, false]);
  });
});

test('a template for each object, in which nothing is an action, and nothing a hook', () => {
  const annotations = { 'helm.sh/hook': 'pre-delete', 'helm.sh/hook-weight': '1', 'helm.sh/resource-policy': 'keep' };
  const hook = withoutHooks({ ...config, metadata: { ...config.metadata, annotations } });
  expect(hook.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
  const { files } = chartOf('web', '1.0.0', [config]);
  expect(Object.keys(files)).toEqual(['Chart.yaml', 'templates/0-configmap.yaml']);
  expect(files['templates/0-configmap.yaml']).toContain('"text":"{{ "{{" }} .Values.none }}"');
});

describe('what of the cluster is of the release', () => {
  const owner: ReleaseOwner = { extension: 'web', revisions: new Set(['r1']), elsewhere: false };
  const marks = (name = 'web', namespace: string = RELEASE_NAMESPACE) => ({
    labels: { 'app.kubernetes.io/managed-by': 'Helm' }, annotations: { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace },
  });
  const controlledBy = (uid: string) => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'Any', name: 'any', uid, controller: true }] });
  const standing = (more: object): Standing => new Map([[keyOf(refOf(config)), { ...config, metadata: { ...config.metadata, ...more } }]]);
  const own = (more: object): boolean => ownOf([config], standing(more), owner).length === 1;
  const isRefused = (more: object): boolean => {
    try {
      refuseForeign(standing(more), owner);
      return false;
    } catch (error) {
      expect((error as Error).message).toContain('not of this extension: ConfigMap');
      return true;
    }
  };

  test.each([
    ['what helm wrote for the extension', marks(), true, false],
    ['the same, of a revision of the extension', { ...marks(), ...controlledBy('r1') }, true, false],
    ['what only a revision of the extension has', controlledBy('r1'), false, false],
    ['what a release of a team has, of the same name', marks('web', 'shop'), false, true],
    ['what another extension has by helm', marks('other'), false, true],
    ['what somebody has made', {}, false, true],
    ['what something else controls, marks or not', { ...marks(), ...controlledBy('other') }, false, true],
  ])('%s', (_, more, isOwn, refused) => {
    expect([own(more), isRefused(more)]).toEqual([isOwn, refused]);
  });
});

describe('the API server as helm sees it', () => {
  const asked: unknown[] = [];
  const cluster = {
    forward: (request: object, user?: string) => {
      asked.push([request, user]);
      return Promise.resolve({ status: 200, contentType: 'application/json', body: '{"from":"server"}' });
    },
  };
  const open = async (objects: readonly KubeObject[]) => {
    const front = await openFront({ cluster, user: 'system:serviceaccount:shop:installer', storage: new HelmStorage('web', objects) });
    const { clusters: [{ cluster: { server } }] } = JSON.parse(front.kubeconfig) as {
      readonly clusters: readonly [{ readonly cluster: { readonly server: string } }];
    };
    const ask = async (method: string, path: string, body?: object, address = server) => {
      const headers = { accept: 'application/vnd.kubernetes.protobuf,application/json' };
      const answer = await fetch(address + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      return { status: answer.status, body: await answer.json() as Record<string, unknown> };
    };
    return { front, ask, server };
  };
  const secrets = `/api/v1/namespaces/${RELEASE_NAMESPACE}/secrets`;

  test('requests go on as the account, as text, and of nobody else; streams do not', async () => {
    const { front, ask, server } = await open([]);
    asked.length = 0;
    await expect(ask('PATCH', '/api/v1/namespaces/shop/secrets/web?x=1', { a: 1 })).resolves.toMatchObject({ status: 200, body: { from: 'server' } });
    expect(asked).toEqual([[
      expect.objectContaining({ method: 'PATCH', path: '/api/v1/namespaces/shop/secrets/web?x=1', accept: 'application/json', body: '{"a":1}' }),
      'system:serviceaccount:shop:installer',
    ]]);
    for (const address of [new URL(server).origin, server.slice(0, -1), `${server.slice(0, -1)}x`]) {
      await expect(ask('GET', '/api/v1/secrets', undefined, address)).resolves.toMatchObject({ status: 401 });
    }
    await expect(ask('GET', '/api/v1/secrets?watch=true')).resolves.toMatchObject({ status: 405 });
    expect(asked).toHaveLength(1);
    await front.close();
  });

  test('releases stay here, and begin with what the controllers know of it', async () => {
    const { front, ask } = await open([config]);
    asked.length = 0;
    const first = `${secrets}?labelSelector=name%3Dweb%2Cowner%3Dhelm%2Cstatus%3Ddeployed`;
    await expect(ask('GET', first)).resolves.toMatchObject({ body: { items: [{ metadata: { name: 'sh.helm.release.v1.web.v1' } }] } });
    await expect(ask('GET', `${secrets}?labelSelector=name%3Dother`)).resolves.toMatchObject({ body: { items: [] } });
    await expect(ask('GET', `${secrets}/sh.helm.release.v1.web.v1`)).resolves.toMatchObject({ status: 200, body: { type: 'helm.sh/release.v1' } });
    await expect(ask('POST', secrets, {})).resolves.toMatchObject({ status: 201 });
    await expect(ask('PUT', `${secrets}/sh.helm.release.v1.web.v2`, {})).resolves.toMatchObject({ status: 200 });
    await expect(ask('GET', `${secrets}/sh.helm.release.v1.web.v2`)).resolves.toMatchObject({ status: 404 });
    expect(asked).toEqual([]);
    await front.close();
  });
});
