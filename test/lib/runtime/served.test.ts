import type { ResolvedRevision } from '../../../lib/api';
import type { ServedKind } from '../../../lib/engine';
import { fitToServer } from '../../../lib/runtime';

const served: ServedKind = { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespaced: true, verbs: ['list'] };
const revision: ResolvedRevision = {
  extension: 'web', number: 1, digest: '', probes: [],
  phases: [{
    name: 'p',
    objects: [{
      object: { apiVersion: 'example.com/v1alpha1', kind: 'Widget', metadata: { name: 'a', namespace: 'n' } },
      collisionProtection: 'Prevent',
    }],
  }],
};
const serverOf = (...kinds: readonly ServedKind[]) => ({ resolve: () => Promise.resolve(undefined), kinds: () => Promise.resolve(kinds) });

test('kinds that are served in no version are left out on request', async () => {
  await expect(fitToServer(revision, serverOf(), { skipUnserved: true })).resolves.toMatchObject({ phases: [] });
  await expect(fitToServer(revision, serverOf(), { skipUnserved: false })).rejects.toMatchObject({
    code: 'kind-unserved',
    hint: expect.stringContaining('`skipUnserved: true`'),
  });
});

test.each([true, false])('one that is served in another version is never left out: its objects would be deleted (skipUnserved %s)', async (skipUnserved) => {
  await expect(fitToServer(revision, serverOf(served), { skipUnserved })).rejects.toMatchObject({
    code: 'kind-unserved', message: expect.stringContaining('Widget (example.com/v1alpha1), served as example.com/v1: a'), hint: 'Write these objects in the version that is served.',
  });
});

test('a revision that is served as it is keeps its very phases, and one that is not has others with a digest of their own', async () => {
  const mapper = { resolve: () => Promise.resolve({ ...served, apiVersion: 'example.com/v1alpha1' }) };
  const fit = await fitToServer(revision, mapper, { skipUnserved: false });
  expect(fit.phases).toBe(revision.phases);
  const unplaced = { ...revision, phases: revision.phases.map((phase) => ({
    ...phase, objects: phase.objects.map((one) => ({ ...one, object: { ...one.object, metadata: { name: 'a' } } })),
  })) };
  const placed = await fitToServer(unplaced, mapper, { skipUnserved: false, namespace: 'n' });
  expect(placed.phases).toEqual(revision.phases);
  expect(placed.digest).toBe(fit.digest);
  const elsewhere = await fitToServer(unplaced, mapper, { skipUnserved: false, namespace: 'other' });
  expect(elsewhere.digest).not.toBe(fit.digest);
});
