/** The extension that is made of a package which another one needs. */
import type { ClusterExtension } from '../../../../../lib/api';
import { dependencyExtension } from '../../../../../lib/controllers/extension/dependencies';

const source = { sourceType: 'Catalog', catalog: { packageName: 'shop' } } as const;
const made = (spec: object) => dependencyExtension(
  { metadata: { name: 'shop', labels: { shard: 'a', team: 'web' } }, spec: { namespace: 'shop', source, ...spec } } as unknown as ClusterExtension,
  { packageName: 'db', needs: ['package db >=1.0.0'], version: '>=1.0.0', isInCycle: false }, 'shard=a',
);

test('it may do no more than what needs it, and is upgraded by the same rule', () => {
  const upgradeApproval = { mode: 'Automatic', within: 'Patch', windows: [{ schedule: '0 2 * * SAT', durationMinutes: 240 }] };
  expect(made({ serviceAccount: { name: 'installer' }, upgradeApproval })).toEqual({
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension',
    metadata: { name: 'db', labels: { shard: 'a' }, annotations: { 'olm.operatorframework.io/requested-by': 'shop' } },
    spec: {
      namespace: 'shop', serviceAccount: { name: 'installer' }, upgradeApproval,
      source: { sourceType: 'Catalog', catalog: { packageName: 'db', version: '>=1.0.0', dependencies: 'Install' } },
    },
  });
});

test('where that has no rule, it has none either, and follows the controllers', () => {
  expect(made({ config: { configType: 'Inline', inline: {} }, onUpgradeFailure: 'Rollback' }).spec).toEqual({
    namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'db', version: '>=1.0.0', dependencies: 'Install' } },
  });
});
