import { join } from 'node:path';
import { JsonPatch } from 'cdk8s';
import { HelmChart, Probe, Revision } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';

/** The chart in `chart/` as a revision: its migration runs before everything else, and has to end well. */
export function shop(scope: Construct): Revision {
  const revision = new Revision(scope, 'shop', { packageName: 'shop', version: '1.2.0', namespace: 'shop' });
  const chart = new HelmChart(revision, 'chart', {
    chart: join(__dirname, 'chart'),
    values: { replicas: 3, database: { host: 'db.shop.svc' } },
  });
  // What the chart has no value for.
  chart.get('Deployment', 'shop').addJsonPatch(JsonPatch.add('/spec/template/spec/priorityClassName', 'high'));
  // The operator says itself when the catalog is there.
  revision.probe(chart.get('Catalog', 'shop'), Probe.condition('Ready'));
  return revision;
}
