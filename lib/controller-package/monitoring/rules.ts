/** Alerts and service levels of the controllers, as rules of Prometheus. */
import type { JsonObject } from '../../api';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  /** How long it has to hold. */
  readonly for: string;
  readonly severity: 'warning' | 'critical';
  readonly summary: string;
  readonly description: string;
}

export interface Recording {
  readonly record: string;
  readonly expr: string;
}

/** A rollout that takes longer is looked at, in seconds. */
const STUCK_SECONDS = 1800;

/** One turn of a hundred may fail in 30 days; fourteen times as many use that up in two days. */
const BURNING = 0.144;

export const ALERTS: readonly Alert[] = [
  {
    alert: 'ClusterExtensionRevisionUnavailable',
    expr: 'max by (name) (clusterextensionrevision_condition{condition="Available",status="False"}) == 1',
    for: '5m', severity: 'warning',
    summary: 'Revision {{ $labels.name }} is not available.',
    description: 'Objects of the revision do not pass their probes. Its condition Available says which, and why.',
  },
  {
    alert: 'ClusterExtensionRevisionStuckProgressing',
    expr: 'time() - max by (name) (clusterextensionrevision_condition_since_seconds{condition="Progressing",status="True"})'
      + ` > ${STUCK_SECONDS}`,
    for: '1m', severity: 'warning',
    summary: 'Revision {{ $labels.name }} has been rolling out for {{ $value | humanizeDuration }}.',
    description: 'The rollout does not come to its end. Its condition Progressing says what it waits for, or what failed.',
  },
  {
    alert: 'BoxcutterControllerWithoutLeader',
    expr: 'sum(boxcutter_controller_leader) < 1 or absent(boxcutter_controller_leader)',
    for: '5m', severity: 'critical',
    summary: 'No replica of the controllers leads.',
    description: 'Nothing is installed, upgraded or repaired. What is installed goes on to run.',
  },
  {
    alert: 'BoxcutterControllerErrorBudgetBurn',
    expr: `boxcutter:turn_errors:ratio_rate1h > ${BURNING} and boxcutter:turn_errors:ratio_rate5m > ${BURNING}`,
    for: '2m', severity: 'critical',
    summary: 'Turns of controller {{ $labels.controller }} fail.',
    description: 'At this rate, the errors of 30 days are used up in two.',
  },
  {
    alert: 'BoxcutterControllerQueueSlow',
    expr: 'histogram_quantile(0.99, sum by (controller, le) (rate(boxcutter_controller_queue_seconds_bucket[10m]))) > 60',
    for: '15m', severity: 'warning',
    summary: 'Objects wait for controller {{ $labels.controller }}.',
    description: 'One in a hundred waits for more than a minute until it is looked at.',
  },
];

const errorRatio = (window: string): Recording => ({
  record: `boxcutter:turn_errors:ratio_rate${window}`,
  expr: `sum by (controller) (rate(boxcutter_controller_turns_total{result="failed"}[${window}]))`
    + ` / sum by (controller) (rate(boxcutter_controller_turns_total[${window}]))`,
});

/** Service levels: revisions that are available, turns that succeed, rollouts that end within 15 minutes. */
export const RECORDINGS: readonly Recording[] = [
  {
    record: 'boxcutter:revisions_available:ratio',
    expr: 'sum(clusterextensionrevision_condition{condition="Available",status="True"})'
      + ' / sum(clusterextensionrevision_condition{condition="Available",status=~"True|False"})',
  },
  errorRatio('5m'),
  errorRatio('1h'),
  {
    record: 'boxcutter:rollouts_in_time:ratio_rate1d',
    expr: ['_bucket', '_count'].map((part) => {
      const within = part === '_bucket' ? ',le="900"' : '';
      const labels = `kind="ClusterExtensionRevision",condition="Progressing",status="True"${within}`;
      return `sum(rate(boxcutter_controller_condition_held_seconds${part}{${labels}}[1d]))`;
    }).join(' / '),
  },
];

/** @param runbookUrl folder of the runbooks; empty: none is named */
export function ruleGroups(runbookUrl: string): readonly JsonObject[] {
  return [
    { name: 'boxcutter.slo', rules: RECORDINGS.map(({ record, expr }) => ({ record, expr })) },
    {
      name: 'boxcutter.alerts',
      rules: ALERTS.map(({ alert, expr, for: pending, severity, summary, description }) => ({
        alert, expr, for: pending, labels: { severity },
        annotations: {
          summary, description,
          ...(runbookUrl === '' ? {} : { runbook_url: `${runbookUrl.replace(/\/$/, '')}/${alert}.md` }),
        },
      })),
    },
  ];
}
