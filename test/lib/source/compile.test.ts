/** From a configured source to a revision, and to the documents that it is written as. */
import type { JsonObject } from '../../../lib/api';
import { compile, configure } from '../../../lib/source';
import type { Choices } from '../../../lib/source/choices';
import type { Source } from '../../../lib/source/source';
import type { LoadedObject } from '../../../lib/yaml';
import { bundleWith, guestbook, modes, sourceOf } from './bundle/operator';

const loaded = (manifest: JsonObject): LoadedObject =>
  ({ manifest, origin: { source: 'web.yaml', line: 1 }, file: 'web.yaml', document: 1, line: 1 });
const settings = (metadata: JsonObject = {}): JsonObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', ...metadata }, data: { size: '3' } });
const objects = (...manifests: readonly JsonObject[]): Source => ({ kind: 'objects', path: 'web.yaml', objects: manifests.map(loaded) });

async function compiled(source: Source, choices: Choices = {}) {
  const notes: string[] = [];
  const surroundings = { onNote: (note: string): void => void notes.push(note) };
  return { ...await compile(await configure(source, choices, surroundings), surroundings), notes };
}

describe('plain objects', () => {
  test('make a revision of this extension; those without a namespace go to the one that is chosen', async () => {
    const { resolved, documents } = await compiled(objects(settings()), { namespace: 'shop', collisionProtection: 'None' });
    expect(resolved).toMatchObject({
      extension: 'web',
      phases: [{ objects: [{
        object: { kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } },
        collisionProtection: 'None',
      }] }],
    });
    expect(documents()).toEqual([expect.objectContaining({ kind: 'ClusterExtensionRevision' })]);
  });

  test('keep the namespace that they name', async () => {
    const { resolved } = await compiled(objects(settings({ namespace: 'ops' })), { namespace: 'shop' });
    expect(resolved.phases[0]?.objects[0]?.object.metadata.namespace).toBe('ops');
  });

  test('carry nothing of a bundle: no configuration, no certificates', async () => {
    const { resolved } = await compiled(objects(settings()), { namespace: 'shop' });
    expect(resolved).not.toHaveProperty('config');
    expect(resolved).not.toHaveProperty('certificates');
  });

  test('with mistakes are refused with all of them, each with its place', async () => {
    const twice = objects(settings(), { ...settings(), data: { size: 3 } });
    await expect(compiled(twice, { namespace: 'shop' })).rejects.toMatchObject({
      code: 'input-invalid', category: 'input', message: expect.stringMatching(/web\.yaml:1.*settings/) as string,
    });
  });
});

describe('a bundle', () => {
  test('makes a revision that records its package, its version and the configuration, empty where there is none', async () => {
    const { resolved, documents } = await compiled(sourceOf(guestbook), { namespace: 'shop' });
    expect(resolved).toMatchObject({ packageName: guestbook.packageName, version: guestbook.version, config: {} });
    expect(documents()[0]).toMatchObject({ kind: 'ClusterExtensionRevision' });
  });

  test('records which of the configuration its schema calls secret', async () => {
    const bundle = { ...guestbook, configSchema: {
      type: 'object', properties: { watchNamespace: { type: 'string' }, pin: { type: 'integer', writeOnly: true } },
    } };
    const { resolved } = await compiled(sourceOf(bundle), { namespace: 'shop', set: ['pin=4711'] });
    expect(resolved).toMatchObject({ config: { pin: 4711 }, configSecrets: ['/pin'] });
    expect((await compiled(sourceOf(bundle), { namespace: 'shop' })).resolved).not.toHaveProperty('configSecrets');
  });

  test('records the configuration that was chosen', async () => {
    const { resolved } = await compiled(sourceOf(bundleWith({ installModes: modes })), { namespace: 'shop', set: ['watchNamespace=ops'] });
    expect(resolved.config).toEqual({ watchNamespace: 'ops' });
  });
});
