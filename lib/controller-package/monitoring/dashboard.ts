/** A dashboard for Grafana: how extensions are, and how the controllers are. */
import type { JsonObject } from '../../api';

export interface Panel {
  readonly title: string;
  readonly type: 'timeseries' | 'stat' | 'table';
  /** `s`, `reqps`, `percentunit`, `short`, `bytes` */
  readonly unit: string;
  readonly queries: readonly (readonly [legend: string, expr: string])[];
}

export const PANELS: readonly Panel[] = [
  { title: 'Revisions available', type: 'stat', unit: 'percentunit', queries: [['', 'boxcutter:revisions_available:ratio']] },
  { title: 'Rollouts within 15 minutes', type: 'stat', unit: 'percentunit', queries: [['', 'boxcutter:rollouts_in_time:ratio_rate1d']] },
  {
    title: 'Revisions that are not available', type: 'table', unit: 'short',
    queries: [['{{name}}', 'max by (name, reason) (clusterextensionrevision_condition{condition="Available",status="False"})']],
  },
  {
    title: 'Rollouts under way, since', type: 'table', unit: 's',
    queries: [[
      '{{name}}', 'time() - max by (name) (clusterextensionrevision_condition_since_seconds{condition="Progressing",status="True"})',
    ]],
  },
  {
    title: 'Transitions', type: 'timeseries', unit: 'short',
    queries: [[
      '{{kind}} {{condition}} {{reason}}',
      'sum by (kind, condition, reason) (increase(boxcutter_controller_condition_transitions_total[5m]))',
    ]],
  },
  {
    title: 'Turns', type: 'timeseries', unit: 'reqps',
    queries: [['{{controller}} {{result}}', 'sum by (controller, result) (rate(boxcutter_controller_turns_total[5m]))']],
  },
  {
    title: 'Time of a turn (99 %)', type: 'timeseries', unit: 's',
    queries: [['{{controller}}', 'histogram_quantile(0.99, sum by (controller, le) (rate(boxcutter_controller_turn_seconds_bucket[5m])))']],
  },
  {
    title: 'Time in the queue (99 %)', type: 'timeseries', unit: 's',
    queries: [[
      '{{controller}}', 'histogram_quantile(0.99, sum by (controller, le) (rate(boxcutter_controller_queue_seconds_bucket[5m])))',
    ]],
  },
  {
    title: 'Queue', type: 'timeseries', unit: 'short',
    queries: [['{{controller}} {{state}}', 'sum by (controller, state) (boxcutter_controller_queue_depth)']],
  },
  {
    title: 'Requests to the API server', type: 'timeseries', unit: 'reqps',
    queries: [['{{verb}}', 'sum by (verb) (rate(boxcutter_requests_total[5m]))']],
  },
  {
    title: 'Objects in memory', type: 'timeseries', unit: 'short',
    queries: [
      ['{{kind}}', 'sum by (kind) (boxcutter_controller_cache_objects)'],
      ['watched {{kind}}', 'sum by (kind) (boxcutter_stream_objects)'],
    ],
  },
  {
    title: 'Memory', type: 'timeseries', unit: 'bytes',
    queries: [['{{pod}}', 'process_resident_memory_bytes and on (instance) boxcutter_controller_leader']],
  },
];

const COLUMNS = 2;
const WIDTH = 12;
const HEIGHT = 8;

/** The model that Grafana imports. The data source is a variable of the dashboard. */
export function dashboard(): JsonObject {
  const datasource = { type: 'prometheus', uid: '${datasource}' };
  return {
    uid: 'boxcutter-controllers', title: 'Boxcutter controllers', tags: ['boxcutter'], schemaVersion: 39, version: 1, editable: true,
    refresh: '1m', time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', hide: 0 }] },
    panels: PANELS.map(({ title, type, unit, queries }, index) => ({
      id: index + 1, title, type, datasource,
      gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit }, overrides: [] },
      targets: queries.map(([legendFormat, expr], query) => ({
        refId: String.fromCharCode(65 + query), datasource, expr, legendFormat,
        ...(type === 'table' ? { format: 'table', instant: true } : {}),
      })),
    })),
  };
}
