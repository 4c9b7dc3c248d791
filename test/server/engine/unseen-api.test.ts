/**
 * An API whose own server is away, on a control plane of its own: while it is, nobody on that control plane can tell what a namespace
 * holds, so that other tests could not delete theirs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { down, up } from '../../../lib/control-plane';
import { Bench, revisionOf, unique } from '../support/extension';

const plane = 'unseen';
let directory: string;
let bench: Bench;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'boxcutter-clusters-'));
  const { kubeconfig } = await up({ name: plane, directory, withWorkloads: false });
  bench = await Bench.open('unseen', { kubeconfig });
});
afterAll(async () => {
  await bench.close();
  await down(plane, { directory });
  rmSync(directory, { recursive: true, force: true });
});

test('a namespace is not deleted while the server of an API group is away, and is when it is gone', async () => {
  const name = unique('packaged');
  const group = `${bench.namespace}.example.com`;
  await bench.apply(revisionOf([[{ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: bench.labels } }]]));
  const service = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `v1.${group}` } };
  await bench.otherClient.apply({
    ...service,
    spec: {
      group, version: 'v1', groupPriorityMinimum: 100, versionPriority: 10, insecureSkipTLSVerify: true,
      service: { name: 'nowhere', namespace: bench.namespace },
    },
  });
  const ref = { apiVersion: service.apiVersion, kind: service.kind, name: service.metadata.name };
  await bench.otherClient.until(ref, (object) => object?.['status'] !== undefined);
  while (!(await bench.otherClient.cluster.unavailable()).includes(`${group}/v1`));
  while (!(await bench.cluster.unavailable()).includes(`${group}/v1`));
  await expect(bench.delete()).rejects.toMatchObject({ code: 'data-loss-unknown' });

  await bench.otherClient.delete(ref);
  while ((await bench.cluster.unavailable()).includes(`${group}/v1`));
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});
