import { type App, Chart } from 'cdk8s';
import { ClusterCatalog, ClusterExtension } from 'cdk8s-boxcutter';

/** What a platform team asks its clusters for: where packages come from, and which of them are installed. */
export function platform(app: App): Chart {
  const chart = new Chart(app, 'platform');
  new ClusterCatalog(chart, 'team', { image: 'registry.example/team/catalog:v1', pollIntervalMinutes: 15, priority: 10 });
  new ClusterExtension(chart, 'autoscaler', {
    namespace: 'autoscaler',
    source: { packageName: 'keda', version: '>=2.18.0, <3.0.0', channels: ['stable'] },
    config: { watchNamespace: 'shop' },
    progressDeadlineMinutes: 15,
  });
  return chart;
}
