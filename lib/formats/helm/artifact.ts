/** A chart as an artifact of a registry, as `helm push` makes it. */
import { BoxcutterError } from '../../errors';
import { defined } from '../../defined';
import { asString } from '../../schema';
import type { BundleFiles } from '../bundle';
import type { Artifact, ArtifactTypes } from '../files/artifact';
import { metadataDocument } from '../files/text';
import { CHART_FILE, isChartFile } from './chart-file';

export const ARTIFACT_TYPES: ArtifactTypes = {
  config: 'application/vnd.cncf.helm.config.v1+json',
  content: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
};

/** One folder, named after the chart, and Chart.yaml as the configuration. @throws BoxcutterError `chart-invalid`, category input */
export function artifactOf(files: BundleFiles): Artifact {
  const chartFile = files.paths().find(isChartFile) ?? CHART_FILE;
  const config = metadataDocument(files, chartFile, [])?.value ?? {};
  const { name, version } = config;
  if (typeof name !== 'string' || typeof version !== 'string' || !/^[a-z0-9][a-z0-9.-]*$/i.test(name)) {
    throw new BoxcutterError('chart-invalid', 'input', `${files.origin}: ${chartFile} has no name and version that a chart can have.`, {
      hint: 'Chart.yaml needs both, as text.',
    });
  }
  const folder = chartFile.slice(0, -CHART_FILE.length);
  const paths = files.paths().filter((path) => path.startsWith(folder));
  return {
    config,
    contents: paths.map((path) => [`${name}/${path.slice(folder.length)}`, files.read(path) ?? Buffer.alloc(0)]),
    annotations: {
      'org.opencontainers.image.title': name,
      'org.opencontainers.image.version': version,
      ...defined({ 'org.opencontainers.image.description': asString(config['description']) }),
    },
  };
}
