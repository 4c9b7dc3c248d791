/** What a chart says of itself: `Chart.yaml`, and `requirements.yaml` of charts of the first version (helm.sh/docs/topics/charts). */
import { isJsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { Finding } from '../../schema/finding';
import type { BundleFiles } from '../bundle';
import { Fields } from '../files/fields';
import { problem, remark } from '../report';
import { metadataDocument } from '../files/text';
import { checkVersion } from '../registry-v1/validators/identity';
import type { ChartDependency, ChartMetadata } from './metadata';

export const CHART_FILE = 'Chart.yaml';
const REQUIREMENTS_FILE = 'requirements.yaml';

/** The metadata, with findings for what is wrong; undefined when there is none to speak of. */
export function readChartMetadata(files: BundleFiles, findings: Finding[]): ChartMetadata | undefined {
  const document = metadataDocument(files, CHART_FILE, findings);
  if (document === undefined) return undefined;
  const fields = Fields.of(document.value, CHART_FILE, 'chart-metadata', findings);
  const name = fields.requiredText('name');
  const apiVersion = fields.requiredText('apiVersion');
  const place = (path: string, hint: string) => ({ origin: CHART_FILE, path, hint });
  if (apiVersion !== '' && apiVersion !== 'v1' && apiVersion !== 'v2') {
    findings.push(problem('chart-metadata', `apiVersion ${JSON.stringify(apiVersion)} is not known; charts have v1 or v2`, place('apiVersion', 'Write v2.')));
  }
  if (name !== '' && !NAME.test(name)) {
    const hint = 'Use lower-case letters, digits, dots, hyphens and underscores.';
    findings.push(problem('chart-metadata', `${JSON.stringify(name)} is no name of a chart`, place('name', hint)));
  }
  const version = fields.requiredText('version');
  if (version !== '') findings.push(...checkVersion(version, undefined, { origin: CHART_FILE, path: 'version' }));
  const type = fields.text('type') ?? 'application';
  if (type === 'library') {
    findings.push(problem('chart-library', `chart ${name} is a library, which has no objects of its own`, place('type', 'Give the chart that uses it.')));
  } else if (type !== 'application') {
    findings.push(problem('chart-metadata', `the type ${JSON.stringify(type)} is not known`, place('type', 'A chart is of type application or library.')));
  }
  if (document.value['deprecated'] === true) {
    findings.push(remark('chart-deprecated', `chart ${name} is deprecated by its authors`, place('deprecated', 'Look for what replaces it.')));
  }
  const appVersion = unquoted(document.value['appVersion']);
  const kubeVersion = fields.text('kubeVersion');
  const dependencies = [...dependenciesOf(fields, CHART_FILE), ...(apiVersion === 'v1' ? oldDependencies(files, findings) : [])];
  return { name, version, ...defined({ appVersion, kubeVersion }), dependencies };
}

/** What helm takes; the name is part of file names and of most names of objects. */
const NAME = /^[a-zA-Z0-9](?:[a-zA-Z0-9._-]{0,248}[a-zA-Z0-9])?$/;

function oldDependencies(files: BundleFiles, findings: Finding[]): ChartDependency[] {
  if (!files.paths().includes(REQUIREMENTS_FILE)) return [];
  const document = metadataDocument(files, REQUIREMENTS_FILE, findings);
  return document === undefined ? [] : dependenciesOf(Fields.of(document.value, REQUIREMENTS_FILE, 'chart-metadata', findings), REQUIREMENTS_FILE);
}

function dependenciesOf(fields: Fields, origin: string): ChartDependency[] {
  return fields.children('dependencies').map((entry) => {
    const [version, repository, alias] = [unquoted(entry.value['version']), entry.text('repository'), entry.text('alias')];
    return {
      name: entry.requiredText('name'),
      ...defined({ version, repository, alias }),
      origin,
      path: entry.path,
    };
  });
}

/** Authors forget the quotes of `appVersion: 1.10`; it is nothing that anything is decided by. */
function unquoted(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null || Array.isArray(value) || isJsonObject(value) ? undefined : String(value);
}
