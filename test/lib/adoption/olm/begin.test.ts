/** Operators of OLM: names that would choose the objects of others. */
import { beginOlm } from '../../../../lib/adoption';
import type { KubeObject } from '../../../../lib/api';

const cluster = (name: string, csv: string) => ({
  get: async ({ kind }: { readonly kind: string }) => ({
    type: 'object', created: false,
    object: { apiVersion: 'operators.coreos.com/v1alpha1', kind, metadata: { name: 'sub', namespace: 'ns' }, spec: { name }, status: { installedCSV: csv, phase: 'Succeeded' } } as unknown as KubeObject,
  }),
});

test.each([
  ['q notin (z),!y', 'csv.v1'], ['', 'csv.v1,app=plat'], ['shop', 'csv,!x'], ['-'.repeat(63), 'csv.v1'], ['shop!', 'csv.v1'],
])('a package %j with version %j is refused', async (name, csv) => {
  await expect(beginOlm({ subscription: 'sub', namespace: 'ns', extension: 'shop' }, { cluster: cluster(name, csv) } as never))
    .rejects.toMatchObject({ code: 'subscription-not-ready', message: expect.stringContaining('is no name') });
});
