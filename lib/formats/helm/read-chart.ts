/** The format helm: a chart, with its metadata where a bundle has it. Nothing here needs helm. */
import { type Finding, findingOf } from '../../issue';
import { objectsOfText, yamlWording } from '../../yaml';
import { ANNOTATIONS_FILE, readAnnotations } from '../metadata/annotations';
import type { BundleFiles, BundleObject, ReadAs } from '../bundle';
import type { ChartBundle } from './bundle';
import { readConfigSchema } from '../metadata/config-schema-file';
import { readDependencies } from '../metadata/dependencies';
import { LIMITS } from '../files/limits';
import { isDefinition } from '../files/manifests';
import { defined } from '../../defined';
import { mergedProperties, readProperties } from '../metadata/properties';
import { addAll, hasErrors } from '../report';
import { textOf } from '../files/text';
import { CHART_FILE, readChartMetadata } from './chart';
import { chartRoot, filesBelow } from './chart-root';
import { checkDependencies } from './dependencies';
import { checkedCharts } from './nested/checked-charts';
import { readValues, readValuesSchema } from './values';
import { helmFinding } from './wording';

/**
 * Reads and checks a chart: a folder, or the unpacked files of a packed one (which lie in one folder). The package has the name of the
 * chart, or the one that `metadata/annotations.yaml` gives; the schema of the configuration is `values.schema.json`.
 */
export function readHelmChart(files: BundleFiles): ReadAs<ChartBundle> {
  const findings: Finding[] = [...(files.findings ?? [])];
  const root = chartRoot(files);
  if (root === undefined) return { findings: [...findings, helmFinding('chart-missing', {}, { origin: CHART_FILE })] };
  const chartFiles = checkedCharts(filesBelow(files, root), findings);
  const metadata = readChartMetadata(chartFiles, findings);
  const values = readValues(chartFiles, findings);
  const configSchema = readValuesSchema(chartFiles, findings) ?? readConfigSchema(files, findings);
  const definitions = readDefinitions(chartFiles, findings);
  if (metadata !== undefined) checkDependencies(metadata, chartFiles, findings);
  const annotations = files.paths().includes(ANNOTATIONS_FILE) ? readAnnotations(files, findings) : undefined;
  const properties = mergedProperties(readProperties(files, findings));
  const dependencies = readDependencies(files, findings);
  if (metadata === undefined || hasErrors(findings)) return { findings };
  const packageName = annotations?.packageName || metadata.name;
  return {
    findings,
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
function readDefinitions(files: BundleFiles, findings: Finding[]): BundleObject[] {
  return files.paths().filter((path) => /^crds\/.*\.(?:ya?ml|json)$/.test(path)).flatMap((path) => {
    const text = textOf(files.read(path) ?? Buffer.alloc(0), path, LIMITS.manifest, findings);
    if (text === undefined) return [];
    const read = objectsOfText(text, path);
    addAll(findings, read.issues.map((issue) => findingOf(issue, yamlWording)));
    return read.objects.filter(isDefinition);
  });
}
