/** Reading roles and bindings: four lists, each with the kind that lists leave out of their items. */
import { readLiveRbac } from '../../../../lib/guards';

test('one list for each kind on the whole cluster; items get the kind that they are of', async () => {
  const asked: unknown[] = [];
  const objects = await readLiveRbac({
    list: (scope) => {
      asked.push(scope);
      return Promise.resolve({ objects: [{ metadata: { name: scope.kind.toLowerCase() } } as never] });
    },
  });
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const kinds = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'];
  expect(asked).toEqual(kinds.map((kind) => ({ apiVersion, kind })));
  expect(objects).toEqual(kinds.map((kind) => ({ apiVersion, kind, metadata: { name: kind.toLowerCase() } })));
});

test('what may not be listed ends it', async () => {
  await expect(readLiveRbac({ list: () => Promise.reject(new Error('forbidden')) })).rejects.toThrow('forbidden');
});
