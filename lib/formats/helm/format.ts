/** The format helm: charts, rendered by the helm program (docs/charts.md). */
import type { JsonObject } from '../../api';
import { type BundleConfig, type BundleConfigOptions, withoutSchema } from '../config/authored';
import type { Format } from '../format';
import type { RenderOptions } from '../rendering';
import { ARTIFACT_TYPES, artifactOf } from './artifact';
import type { ChartBundle } from './bundle';
import { helmDetection } from './detection';
import { mayDiffer } from './program/unstable';
import { readHelmChart } from './read-chart';
import { releaseNameOf } from './release-name';
import { type ChartOptions, renderChart, renderChartApart } from './render-chart';
import { checkChartValues, SCHEMA_FILE } from './values';

export const helm: Format<ChartBundle> = {
  ...helmDetection,
  read: readHelmChart,
  validate: () => [],
  advise: () => [],
  ownSchema: () => undefined,
  schemaName: SCHEMA_FILE,
  checkConfig: checkValues,
  leastConfig: () => ({}),
  presets: ({ chart }) => chart.values,
  configuredNamespaces: () => [],
  render: (bundle, values, options) => renderChart(bundle.chart, chartOptions(bundle, values, options)),
  renderApart: (bundle, values, options) => renderChartApart(bundle.chart, chartOptions(bundle, values, options)),
  isTemplated: true,
  makesObjects: false,
  placesObjects: false,
  refusalTitle: ({ name }) => `Chart ${name} cannot be rendered`,
  isAboutGenerated: () => false,
  // How hooks differ from helm's is the same at every run, and tests are run only when a user asks helm for it. What an upgrade, a
  // deletion or a rollback may miss is another matter.
  isForAuthors: ({ code }) => code.startsWith('hook-') && code !== 'hook-upgrade-only' && code !== 'hook-not-run',
  inspect: ({ chart }) => ({ makesUpValues: mayDiffer(chart.files) }),
  images: () => [],
  mainOrigin: ({ origin }) => ({ source: origin }),
  sourceOf: () => undefined,
  artifact: { types: ARTIFACT_TYPES, of: artifactOf, miscounted: (charts) => `it is an artifact of Helm with ${charts} charts` },
};

function checkValues(bundle: ChartBundle, config: unknown, options: BundleConfigOptions): BundleConfig {
  const { name, configSchema: schema, chart } = bundle;
  if (schema === undefined) return withoutSchema(bundle, config, options);
  return checkChartValues({ name, values: chart.values, schema }, config, options.installNamespace);
}

function chartOptions({ packageName }: ChartBundle, values: JsonObject, options: RenderOptions): ChartOptions {
  const { installNamespace: namespace, releaseName = packageName, kubernetesVersion, apiVersions, helm: program, upgrade } = options;
  return { releaseName: releaseNameOf(releaseName), namespace, values, kubernetesVersion, apiVersions, helm: program, upgrade };
}
