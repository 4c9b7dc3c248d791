/** Alert rules and dashboard: PromQL that parses, over metrics that there are, with a runbook for each alert. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { ALERTS, controllerObjects, dashboard, RECORDINGS } from '../../../lib/controller-package';
import { PANELS } from '../../../lib/controller-package/monitoring/dashboard';
import {
  CACHE_OBJECTS, conditionMetric, HELD_SECONDS, sinceMetric, TRANSITIONS,
} from '../../../lib/controllers/process/metrics/objects';
import { GATE_ENABLED, LEADER, READY, REQUESTS, STREAM_OBJECTS, STREAMS } from '../../../lib/controllers/process/metrics/process';
import { QUEUE_DEPTH, QUEUE_SECONDS, TURN_SECONDS, TURNS } from '../../../lib/controllers/process/metrics/turns';

const revision = 'ClusterExtensionRevision';
const HISTOGRAMS = [HELD_SECONDS, TURN_SECONDS, QUEUE_SECONDS];
const DEFINITIONS = [
  CACHE_OBJECTS, conditionMetric(revision), sinceMetric(revision), TRANSITIONS, GATE_ENABLED, LEADER, READY, REQUESTS,
  STREAM_OBJECTS, STREAMS, QUEUE_DEPTH, TURNS,
];
const METRICS = new Map<string, readonly string[]>([
  ...DEFINITIONS.map(({ name, labels }) => [name, labels] as const),
  ...HISTOGRAMS.flatMap(({ name, labels }) => ['bucket', 'sum', 'count'].map((part) => [`${name}_${part}`, [...labels, 'le']] as const)),
  ...RECORDINGS.map(({ record }) => [record, ['controller']] as const),
  ['process_resident_memory_bytes', []],
]);

/** What an expression names. @throws Error where it does not parse */
function parsed(expr: string): { readonly metrics: string[]; readonly labels: string[] } {
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      const text = expr.slice(from, to);
      if (type.isError) throw new Error(`${expr}: not PromQL at ${from}: ${text}`);
      if (type.name === 'VectorSelector') metrics.push(text.split('{')[0] ?? '');
      if (type.name === 'LabelName') labels.push(text);
    },
  });
  return { metrics, labels };
}

const EXPRESSIONS: readonly (readonly [string, string])[] = [
  ...ALERTS.map(({ alert, expr }) => [alert, expr] as const),
  ...RECORDINGS.map(({ record, expr }) => [record, expr] as const),
  ...PANELS.flatMap(({ title, queries }) => queries.map(([, expr]) => [title, expr] as const)),
];

test.each(EXPRESSIONS)('%s is PromQL over metrics and labels that there are', (_name, expr) => {
  const { metrics, labels } = parsed(expr);
  expect(metrics).not.toEqual([]);
  const known = new Set(['instance', ...metrics.flatMap((metric) => METRICS.get(metric) ?? [])]);
  expect(metrics.filter((metric) => !METRICS.has(metric))).toEqual([]);
  expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

test('the parser refuses what is no PromQL', () => {
  expect(() => parsed('sum by (name) (x{condition="a"')).toThrow('not PromQL');
});

test('every alert has a runbook, and says where it is when the address is known', () => {
  const root = join(__dirname, '..', '..', '..');
  for (const { alert } of ALERTS) {
    const page = join(root, 'docs', 'runbooks', `${alert}.md`);
    expect([alert, existsSync(page)]).toEqual([alert, true]);
    expect(readFileSync(page, 'utf8')).toContain(`# ${alert}`);
  }
  const rules = (runbookUrl?: string): string => JSON.stringify(controllerObjects({
    config: { image: 'i', monitoring: true, ...(runbookUrl === undefined ? {} : { runbookUrl }) },
  }).find(({ kind }) => kind === 'PrometheusRule')?.['spec']);
  expect(rules()).not.toContain('runbook_url');
  expect(rules('https://docs.example/runbooks/')).toContain('"runbook_url":"https://docs.example/runbooks/ClusterExtensionRevisionUnavailable.md"');
});

test('the alerts that the requirements name are there', () => {
  expect(ALERTS.map(({ alert }) => alert)).toEqual(expect.arrayContaining([
    'ClusterExtensionRevisionUnavailable', 'ClusterExtensionRevisionStuckProgressing',
  ]));
});

test('the panels of the dashboard stand side by side and do not overlap', () => {
  const { panels } = dashboard() as unknown as { panels: { id: number; gridPos: { x: number; y: number } }[] };
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(PANELS.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(PANELS.length);
});
