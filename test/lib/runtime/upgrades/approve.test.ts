/** What is sent to approve a pending upgrade. */
import type { JsonPatchOperation } from '../../../../lib/engine/ports';
import { approveUpgrade } from '../../../../lib/runtime/upgrades/approve';
import type { PendingUpgradeInfo } from '../../../../lib/runtime/upgrades/list';

const pending = (annotations?: Readonly<Record<string, string>>): PendingUpgradeInfo => ({
  name: 'shop-1.1.0', uid: 'u', approved: false, status: { upgrade: { content: 'example.com/shop@sha256:1' } },
  object: { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'shop-1.1.0', uid: 'u', ...(annotations === undefined ? {} : { annotations }) } },
}) as unknown as PendingUpgradeInfo;

async function sent(upgrade: PendingUpgradeInfo): Promise<readonly string[]> {
  let operations: readonly JsonPatchOperation[] = [];
  await approveUpgrade(upgrade, { patch: async (_ref, all) => { operations = all; return { type: 'object', object: upgrade.object, created: false }; } }, { user: 'ann' });
  return operations.map(({ op, path }) => `${op} ${path}`);
}

test('what others have annotated stays', async () => {
  expect(await sent(pending({ 'example.com/note': 'mine' }))).toEqual(['test /metadata/uid', 'add /spec/approved', 'add /metadata/annotations/olm.operatorframework.io~1approved-by']);
  expect(await sent(pending())).toEqual([
    'test /metadata/uid', 'test /metadata/resourceVersion', 'add /spec/approved', 'add /metadata/annotations', 'add /metadata/annotations/olm.operatorframework.io~1approved-by',
  ]);
});
