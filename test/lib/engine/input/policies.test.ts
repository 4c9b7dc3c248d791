import type { ResolvedRevision } from '../../../../lib/api';
import { buildRollout, run, type BuildOptions } from '../../../../lib/engine';
import { configMap, context, FakeServer } from '../fake-server';

/** A policy that the engine does not know is refused at every entry: `prevent` in lower case must not adopt anything. */
const options: BuildOptions = { context, inventory: [], labelSelector: 'app=web' };

function revisionWith(collisionProtection: string): ResolvedRevision {
  const phases = [{ name: 'p', objects: [{ object: configMap('a'), collisionProtection }] }];
  return { extension: 'web', number: 1, digest: 'x', probes: [], phases } as unknown as ResolvedRevision;
}

test.each(['prevent', 'ifNoController', '', 'none'])('a task with the collision protection %j is not built', (policy) => {
  expect(() => buildRollout(revisionWith(policy), options)).toThrow(expect.objectContaining({ code: 'policy-unknown', category: 'input' }));
});

test.each(['Prevent', 'IfNoController', 'None'])('one with %s is', (policy) => {
  expect(buildRollout(revisionWith(policy), options).task.items).toMatchObject([{ protection: policy }]);
});

test('a task with an unknown preflight is not built', () => {
  const mistyped = { ...options, preflight: 'Always' } as unknown as BuildOptions;
  expect(() => buildRollout(revisionWith('Prevent'), mistyped)).toThrow('The preflight is "Always"; it must be never, new-content, always.');
});

test('a run refuses a task made by hand, and sends nothing', async () => {
  const { task, desired } = buildRollout(revisionWith('Prevent'), options);
  const cluster = new FakeServer();
  const mistyped = { ...task, items: task.items.map((item) => ({ ...item, protection: 'prevent' })) } as unknown as typeof task;
  const probe = () => ({ status: 'pass', message: '', terminal: false }) as const;
  await expect(run({ cluster, task: mistyped, desired, context, probe, labels: [] })).rejects.toMatchObject({ code: 'policy-unknown', category: 'input' });
  expect(cluster.requests).toEqual([]);
});
