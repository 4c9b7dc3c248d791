/** What is remembered of a Helm release, and the chart that it is made of. */
import type { KubeObject, ObjectRef, RevisionManifest } from '../../../../lib/api';
import { chartOf, markAfter, markBefore, markOf, markPatch, releaseName, type HelmContent } from '../../../../lib/controllers/helm';
import { ANNOTATION_HELM_RELEASE } from '../../../../lib/controllers/helm/mark';
import { ReleaseHistory } from '../../../../lib/controllers/helm/history';
import type { Answer } from '../../../../lib/engine';
import { helmSecret } from '../../adoption/helm/stored';

const content = (digest: string, number = 1): HelmContent => (
  { digest, number, request: `request of ${digest}`, bundle: { name: 'web.v1.0.0', version: '1.0.0' } }
);
const extension = (text?: string): KubeObject => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension',
  metadata: { name: 'web', resourceVersion: '7', annotations: { kept: 'yes', ...(text === undefined ? {} : { [ANNOTATION_HELM_RELEASE]: text }) } },
});

describe('the mark', () => {
  test('is written before helm begins, with everything that the release may have until helm is done', () => {
    const first = markBefore(undefined, content('a'));
    expect(first).toEqual({ begun: [content('a')] });
    expect(markBefore(first, content('a'))).toEqual(first);
    const second = markBefore(markAfter(content('a')), content('b', 2));
    expect(second).toEqual({ applied: content('a'), begun: [content('b', 2)] });
    expect(markAfter(content('b', 2))).toEqual({ applied: content('b', 2), begun: [] });
  });

  test('is read as it was written; no other annotation changes', () => {
    const mark = markBefore(markAfter(content('a')), content('b', 2));
    const [test, add] = markPatch(extension(), mark);
    expect(test).toEqual({ op: 'test', path: '/metadata/resourceVersion', value: '7' });
    const annotations = (add as { readonly value: Record<string, string> }).value;
    expect(annotations['kept']).toBe('yes');
    expect(markOf(extension(annotations[ANNOTATION_HELM_RELEASE]))).toEqual(mark);
    expect(markPatch(extension('{}'), undefined)[1]).toMatchObject({ value: { kept: 'yes' } });
  });

  test.each(['', 'null', '[1]', '{"applied":{"digest":1},"begun":[{}]}'])('what cannot be read is a release of which nothing is known: %s', (text) => {
    expect(markOf(extension(text))).toEqual({ begun: [] });
    expect(markOf(extension())).toBeUndefined();
  });

  test('a long name of an extension is cut, and stays one of its own', () => {
    expect(releaseName('web')).toBe('web');
    const [a, b] = [releaseName(`${'x'.repeat(60)}a`), releaseName(`${'x'.repeat(60)}b`)];
    expect([a.length, a === b]).toEqual([53, false]);
  });
});

const manifest = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'web-1' } } as unknown as RevisionManifest;
const config: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data: { text: '{{ .Values.none }}' } };

test('a template for each object, in which nothing is an action', () => {
  const { files } = chartOf('web', '1.0.0', [config], { manifest, secrets: [] });
  expect(Object.keys(files)).toEqual(['Chart.yaml', 'files/revision.json', 'templates/0-configmap.yaml']);
  expect(files['templates/0-configmap.yaml']).toContain('"text":"{{ "{{" }} .Values.none }}"');
});

describe('what helm keeps', () => {
  const chart = chartOf('web', '1.0.0', [config], { manifest, secrets: [] });
  const secretOf = (documents: string, version: number, status = 'deployed'): KubeObject => {
    const files = [{ name: 'README.md', data: '' }, { name: 'files/revision.json', data: Buffer.from(documents).toString('base64') }];
    return helmSecret({ name: 'web', namespace: 'shop', version, status, more: { chart: { metadata: { name: 'web' }, files } } });
  };
  const read = async (secrets: readonly KubeObject[]) => {
    const done: string[] = [];
    let now = secrets;
    const note = (what: string, { name }: ObjectRef): Promise<Answer> => {
      done.push(`${what} ${name.slice(name.lastIndexOf('.') + 1)}`);
      return Promise.resolve({ type: 'gone' });
    };
    const history = await ReleaseHistory.read({
      list: ({ kind, labelSelector }) => Promise.resolve({ objects: kind === 'Secret' && labelSelector === 'name=web' ? [...now] : [], resourceVersion: '1' }),
      get: (ref) => note('read', ref),
      delete: (ref) => note('delete', ref),
      patch: (ref, operations) => {
        const hides = operations.some(({ op, path }) => op === 'remove' && path === '/metadata/labels/owner');
        if (hides) now = now.map((secret) => (secret.metadata.name === ref.name ? fenced(secret) : secret));
        return note(hides ? 'hide' : 'show', ref);
      },
      serverTime: () => undefined,
    }, 'shop', 'web');
    return { history, done };
  };
  const fenced = (secret: KubeObject): KubeObject => {
    const { owner: _owner, ...labels } = secret.metadata.labels ?? {};
    const annotations = { 'olm.operatorframework.io/helm-owner': 'helm' };
    return { ...secret, metadata: { ...secret.metadata, labels: { ...labels, 'olm.operatorframework.io/adopted-by': 'web' }, annotations } };
  };

  test('counts where it is what was given to helm, and not where somebody has written something else', async () => {
    const broken: KubeObject = { ...secretOf('{}', 1), data: { release: 'eA==' } };
    const { history } = await read([broken, secretOf('{"manifest":"of somebody else"}', 2), secretOf(chart.files['files/revision.json'] ?? '', 3)]);
    await expect(history.documents(chart.digest)).resolves.toEqual({ manifest, secrets: [] });
    await expect(history.documents('sha256:other')).resolves.toBeUndefined();
  });

  test('is put aside before a revision takes it over, newest first, and deleted afterwards', async () => {
    const { history, done } = await read([secretOf('{}', 1), secretOf('{}', 2)]);
    await history.putAside('web');
    expect(done).toEqual(['hide v2', 'hide v1']);
    await history.forget();
    expect(done.slice(2)).toEqual(['delete v1', 'delete v2']);
  });

  test('helm goes on with what was put aside; what it was killed in is forgotten first', async () => {
    const { history, done } = await read([fenced(secretOf('{}', 1)), secretOf('{}', 2), fenced(secretOf('{}', 3, 'pending-upgrade'))]);
    await history.giveBack();
    expect(done).toEqual(['delete v3', 'show v1']);
  });
});
