/** Rules, scraping and dashboard as objects of the Prometheus operator and of Grafana's side car. */
import type { JsonObject } from '../../api';
import { LABELS, NAME, SELECTOR } from '../names';
import type { Settings } from '../settings';
import { dashboard } from './dashboard';
import { ruleGroups } from './rules';

export function monitoring({ namespace, config: { runbookUrl, metricsCertificate } }: Settings): readonly JsonObject[] {
  const metadata = { name: NAME, namespace, labels: LABELS };
  const endpoint = metricsCertificate === '' ? {} : {
    scheme: 'https',
    tlsConfig: {
      ca: { secret: { name: metricsCertificate, key: 'ca.crt', optional: true } }, serverName: `${NAME}-metrics.${namespace}.svc`,
    },
    bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
  };
  return [
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata, spec: { groups: ruleGroups(runbookUrl) } },
    {
      apiVersion: 'monitoring.coreos.com/v1', kind: 'ServiceMonitor', metadata,
      spec: { selector: { matchLabels: SELECTOR }, endpoints: [{ port: 'metrics', path: '/metrics', ...endpoint }] },
    },
    {
      apiVersion: 'v1', kind: 'ConfigMap',
      metadata: { name: `${NAME}-dashboard`, namespace, labels: { ...LABELS, grafana_dashboard: '1' } },
      data: { 'boxcutter-controllers.json': JSON.stringify(dashboard()) },
    },
  ];
}
