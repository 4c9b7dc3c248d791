import type { ResolvedRevision } from '../../../lib/api';
import type { ServedKind } from '../../../lib/engine';
import { type BeforeIt, fitToServer } from '../../../lib/runtime';

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
    code: 'kind-unserved', message: expect.stringContaining('Widget (example.com/v1alpha1), served as example.com/v1: a'), hint: 'Write these objects in a version that the server serves.',
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

describe('a kind that was applied right before', () => {
  const applied: BeforeIt = {
    namespaces: new Map(), kinds: new Map([['example.com/Widget', { extension: 'kinds', namespaced: true, versions: new Set(['v1alpha1']) }]]),
  };
  /** Serves the kind from this question on. */
  const servedFrom = (first: number) => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return Promise.resolve(asked < first ? undefined : { ...served, apiVersion: 'example.com/v1alpha1' });
    };
    return { mapper: { resolve }, asked: () => asked };
  };

  test('is waited for', async () => {
    const { mapper, asked } = servedFrom(3);
    await expect(fitToServer(revision, mapper, { skipUnserved: false, applied })).resolves.toMatchObject({ phases: revision.phases });
    expect(asked()).toBe(3);
  });

  test.each<[string, BeforeIt | undefined, number]>([
    ['that never comes is refused in the end', applied, 20],
    ['of another version is not waited for', { ...applied, kinds: new Map([...applied.kinds].map(([id, kind]) => [id, { ...kind, versions: new Set(['v2']) }])) }, 1],
    ['is not waited for when nothing brought it', undefined, 1],
  ])('%s', async (_, before, questions) => {
    const { mapper, asked } = servedFrom(100);
    const options = { skipUnserved: false, ...(before === undefined ? {} : { applied: before }) };
    await expect(fitToServer(revision, mapper, options)).rejects.toMatchObject({ code: 'kind-unserved' });
    expect(asked()).toBe(questions);
  });
});
