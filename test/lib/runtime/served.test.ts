import type { ResolvedRevision } from '../../../lib/api';
import type { ServedKind } from '../../../lib/engine';
import { fitToServer } from '../../../lib/runtime';

const served: ServedKind = { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespaced: true, verbs: ['list'] };
const revision: ResolvedRevision = {
  extension: 'web', number: 1, digest: '', probes: [],
  phases: [{ name: 'p', objects: [{ object: { apiVersion: 'example.com/v1alpha1', kind: 'Widget', metadata: { name: 'a', namespace: 'n' } }, collisionProtection: 'Prevent' }] }],
};
const serverOf = (...kinds: readonly ServedKind[]) => ({ resolve: () => Promise.resolve(undefined), kinds: () => Promise.resolve(kinds) });

test('kinds that are served in no version are left out on request', async () => {
  await expect(fitToServer(revision, serverOf(), { skipUnserved: true })).resolves.toMatchObject({ phases: [] });
  await expect(fitToServer(revision, serverOf(), { skipUnserved: false })).rejects.toMatchObject({ code: 'kind-unserved', hint: expect.stringContaining('`skipUnserved: true`') });
});

test.each([true, false])('one that is served in another version is never left out: its objects would be deleted (skipUnserved %s)', async (skipUnserved) => {
  await expect(fitToServer(revision, serverOf(served), { skipUnserved })).rejects.toMatchObject({
    code: 'kind-unserved', message: expect.stringContaining('Widget (example.com/v1alpha1), served as example.com/v1: a'), hint: 'Write these objects in the version that is served.',
  });
});
