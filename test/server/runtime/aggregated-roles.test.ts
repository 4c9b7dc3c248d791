/** Taking down ClusterRoles that a controller of the server gathers from others, and makes again when one of these goes. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { actions, Bench, revisionOf, unique } from '../support/extension';

let bench: Bench;
beforeEach(async () => { bench = await Bench.open('aggregated'); });
afterEach(() => bench.close());

const apiVersion = 'rbac.authorization.k8s.io/v1';
const refOf = (name: string): ObjectRef => ({ apiVersion, kind: 'ClusterRole', name });

/** Gathers the rules of all roles with its name as a label. */
const whole = (name: string): KubeObject => ({
  apiVersion, kind: 'ClusterRole', metadata: { name, labels: bench.labels },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'example.com/part-of': name } }] },
});
const part = (name: string, of: string): KubeObject => ({
  apiVersion, kind: 'ClusterRole', metadata: { name, labels: { ...bench.labels, 'example.com/part-of': of } },
  rules: [{ apiGroups: ['example.com'], resources: [name], verbs: ['get'] }],
});

/** Until the controller has gathered that many rules. */
function gathered(name: string, count: number): Promise<void> {
  return bench.otherClient.until(refOf(name), (object) => ((object?.['rules'] ?? []) as unknown[]).length === count);
}

test.each<[string, (wholes: readonly KubeObject[], parts: readonly KubeObject[]) => readonly (readonly KubeObject[])[]]>([
  ['what they gather goes with them', (wholes, parts) => [[...parts, ...wholes]]],
  ['what they gather goes right before them', (wholes, parts) => [wholes, parts]],
  ['what they gather goes after them', (wholes, parts) => [parts, wholes]],
])('they do not come back: %s', async (_order, phases) => {
  const names = Array.from({ length: 12 }, () => unique('whole'));
  const parts = names.flatMap((name) => ['a', 'b'].map((suffix) => part(`${name}-${suffix}`, name)));
  await bench.apply(revisionOf(phases(names.map(whole), parts)));
  for (const name of names) await gathered(name, 2);
  const outcome = await bench.delete();
  expect(outcome.status).toBe('complete');
  expect(actions(outcome).filter((action) => !action.endsWith(': Deleted'))).toEqual([]);

  // The controller has heard of every deletion when it has gathered a role that came after them.
  const canary = unique('canary');
  try {
    await bench.otherClient.apply(whole(canary));
    await bench.otherClient.apply(part(`${canary}-a`, canary));
    await gathered(canary, 1);
    const left = await Promise.all(names.map(async (name) => ((await bench.otherClient.exists(refOf(name))) ? [name] : [])));
    expect(left.flat()).toEqual([]);
  } finally {
    for (const name of [canary, `${canary}-a`, ...names]) await bench.otherClient.delete(refOf(name));
  }
});
