/** What becomes of the choices of a user with each kind of source. */
import type { JsonObject } from '../../../lib/api';
import { configure } from '../../../lib/source';
import type { Choices } from '../../../lib/source/choices';
import type { ObjectsSource, RevisionSource, Source } from '../../../lib/source/source';
import { guestbook, sourceOf } from './bundle/operator';

const objects = (path: string): ObjectsSource => ({ kind: 'objects', path, objects: [] });
const document: JsonObject = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'shop-2' } };
const revision: RevisionSource = {
  kind: 'revision', path: 'shop.yaml', secrets: [],
  revision: { manifest: document as unknown as RevisionSource['revision']['manifest'], document, origin: { source: 'shop.yaml' } },
};

const configured = (source: Source, choices: Choices = {}) =>
  configure(source, choices, { onNote: () => undefined, facts: () => Promise.reject(new Error('no cluster is asked')) });

describe('objects are called after where they come from', () => {
  test.each([
    ['manifests', 'manifests'],
    ['a/b/Web App.yaml', 'web-app'],
    ['shop.k8s.yaml', 'shop'],
    ['shop.YML', 'shop'],
    ['shop.json', 'shop'],
    ['shop.v1.yaml', 'shop.v1'],
    ['_shop_', 'shop'],
  ])('%s: %s', async (path, extension) => {
    expect(await configured(objects(path))).toEqual({ kind: 'objects', source: objects(path), extension });
  });

  test('unless they are given a name', async () => {
    expect(await configured(objects('manifests'), { name: 'web' })).toMatchObject({ extension: 'web' });
    expect(await configured(objects('-'), { name: 'web' })).toMatchObject({ extension: 'web' });
  });

  test('standard input has no name of its own', async () => {
    await expect(configured(objects('-'))).rejects.toMatchObject({ code: 'usage-name', category: 'input', hint: 'Add --name EXTENSION.' });
  });
});

describe('what is chosen goes where it has a meaning', () => {
  const choices: Choices = { namespace: 'shop', kubernetesVersion: '1.30', collisionProtection: 'None' };

  test('objects take namespace, Kubernetes version and collision protection', async () => {
    expect(await configured(objects('web'), choices)).toEqual({ kind: 'objects', source: objects('web'), extension: 'web', ...choices });
  });

  test('a revision says itself what it is: only the version that it is checked against is chosen', async () => {
    expect(await configured(revision, choices)).toEqual({ kind: 'revision', source: revision, kubernetesVersion: '1.30' });
  });

  test('a bundle is configured as bundles are', async () => {
    await expect(configured(sourceOf(guestbook))).rejects.toMatchObject({ code: 'usage-namespace' });
    expect(await configured(sourceOf(guestbook), { namespace: 'shop' })).toMatchObject({ kind: 'bundle' });
  });
});
