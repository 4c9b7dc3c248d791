/** The format helm: a chart, with its metadata where a bundle has it. Nothing here needs helm. */
import { hasErrors, type Issue } from '../../issue';
import { objectsOfText } from '../../yaml';
import { readAnnotations } from '../metadata/annotations';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import type { BundleFiles, BundleObject, ReadAs, ReadOptions } from '../bundle';
import type { ChartBundle } from './bundle';
import { readConfigSchema } from '../metadata/config-schema-file';
import { readDependencies } from '../metadata/dependencies';
import { LIMITS } from '../files/limits';
import { holdsDefinition } from '../files/manifests';
import { defined } from '../../defined';
import { mergedProperties, readProperties } from '../metadata/properties';
import { addAll } from '../report';
import { textOf } from '../files/text';
import { judge } from '../tolerate';
import { readChartMetadata } from './chart';
import { CHART_FILE } from './chart-file';
import { chartRoot, filesBelow } from './chart-root';
import { checkDependencies } from './dependencies';
import { checkedCharts } from './nested/checked-charts';
import { readValues, readValuesSchema } from './values';
import { helmIssue } from './wording';

/**
 * Reads and checks a chart: a folder, or the unpacked files of a packed one (which lie in one folder). The package has the name of the
 * chart, or the one that `metadata/annotations.yaml` gives; the schema of the configuration is `values.schema.json`.
 */
export function readHelmChart(files: BundleFiles, { forInstall = false }: ReadOptions = {}): ReadAs<ChartBundle> {
  const issues: Issue[] = [...(files.issues ?? [])];
  const root = chartRoot(files);
  if (root === undefined) return { issues: [...issues, helmIssue('chart-missing', {}, { origin: CHART_FILE })] };
  const chartFiles = checkedCharts(filesBelow(files, root), issues);
  const metadata = readChartMetadata(chartFiles, issues);
  const values = readValues(chartFiles, issues);
  const configSchema = readValuesSchema(chartFiles, issues) ?? readConfigSchema(files, issues);
  const definitions = readDefinitions(chartFiles, issues);
  if (metadata !== undefined) checkDependencies(metadata, chartFiles, issues);
  const annotations = files.paths().includes(ANNOTATIONS_FILE) ? readAnnotations(files, issues) : undefined;
  const properties = mergedProperties(readProperties(files, issues));
  const dependencies = readDependencies(files, issues);
  const judged = judge(issues, forInstall);
  if (metadata === undefined || hasErrors(judged.issues)) return judged;
  const packageName = annotations?.packageName || metadata.name;
  return {
    ...judged,
    bundle: {
      format: 'helm',
      origin: files.origin,
      name: `${packageName}.v${metadata.version}`,
      packageName,
      version: metadata.version,
      channels: annotations?.channels ?? [],
      ...defined({ defaultChannel: annotations?.defaultChannel, configSchema }),
      annotations: annotations?.annotations ?? {},
      properties,
      dependencies,
      crds: definitions,
      others: [],
      chart: { ...metadata, files: chartFiles, values },
    },
  };
}

/** The definitions in `crds/`, which are no templates; what else lies there is known when the chart is rendered. */
function readDefinitions(files: BundleFiles, issues: Issue[]): BundleObject[] {
  return files.paths().filter((path) => /^crds\/.*\.(?:ya?ml|json)$/.test(path)).flatMap((path) => {
    const text = textOf(files.read(path) ?? Buffer.alloc(0), path, LIMITS.manifest, issues);
    if (text === undefined) return [];
    const read = objectsOfText(text, path);
    addAll(issues, read.issues);
    return read.objects.filter(holdsDefinition);
  });
}
