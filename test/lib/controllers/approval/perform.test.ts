/** Pending upgrades as they are written. */
import type { ClusterExtension, KubeObject } from '../../../../lib/api';
import { performUpgrade, type UpgradePlace } from '../../../../lib/controllers/approval';

const extension = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' }, spec: {} } as unknown as ClusterExtension & KubeObject;

async function written(version: string, others: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  const place = {
    cluster: { create: async (object: KubeObject) => { names.push(object.metadata.name ?? ''); return { type: 'object', object }; } },
    revisions: { get: () => undefined },
    extensions: { get: (name: string) => (others.includes(name) ? extension : undefined) },
    clock: { now: () => new Date(0) },
    events: { record: () => undefined },
  } as unknown as UpgradePlace;
  await performUpgrade({ mayGo: false, remove: [], create: { name: `shop.v${version}`, version } }, { extension }, place, 'test');
  return names;
}

test('a name that a revision of another extension will have is left to that', async () => {
  expect(await written('1.0.0-1', [])).toEqual(['shop-1.0.0-1']);
  expect(await written('1.0.0+1', ['shop-1.0.0'])).toEqual([expect.stringMatching(/^shop-1\.0\.0-1-[0-9a-f]{10}$/)]);
  expect(await written('1.0.0', ['shop', 'shop-1.0'])).toEqual(['shop-1.0.0']);
});
