/** What a chart says of itself: `Chart.yaml`, and `requirements.yaml` of charts of the first version (helm.sh/docs/topics/charts). */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { Issue } from '../../issue';
import { isVersion } from '../../semver';
import type { BundleFiles } from '../bundle';
import { Fields } from '../files/fields';
import { metadataDocument } from '../files/text';
import { checkVersion } from '../metadata/check-version';
import { CHART_FILE } from './chart-file';
import type { ChartDependency, ChartMetadata } from './metadata';
import { helmIssue } from './wording';

const REQUIREMENTS_FILE = 'requirements.yaml';

/** The metadata, with issues for what is wrong; undefined when there is none to speak of. */
export function readChartMetadata(files: BundleFiles, issues: Issue[]): ChartMetadata | undefined {
  const document = metadataDocument(files, CHART_FILE, issues);
  if (document === undefined) return undefined;
  const fields = fieldsOf(document.value, CHART_FILE, issues);
  const name = fields.requiredText('name');
  const apiVersion = fields.requiredText('apiVersion');
  const placeOf = (field: string) => ({ origin: CHART_FILE, path: [field] });
  if (apiVersion !== '' && apiVersion !== 'v1' && apiVersion !== 'v2') {
    issues.push(helmIssue('chart-metadata', { problem: { wrong: 'api-version', value: apiVersion } }, placeOf('apiVersion')));
  }
  if (name !== '' && !NAME.test(name)) {
    issues.push(helmIssue('chart-metadata', { problem: { wrong: 'chart-name', value: name } }, placeOf('name')));
  }
  const version = plainVersion(fields.requiredText('version'));
  if (version !== '') issues.push(...checkVersion(version, undefined, { origin: CHART_FILE, path: ['version'] }));
  const type = fields.text('type') ?? 'application';
  if (type === 'library') {
    issues.push(helmIssue('chart-library', { chart: name }, placeOf('type')));
  } else if (type !== 'application') {
    issues.push(helmIssue('chart-metadata', { problem: { wrong: 'chart-type', value: type } }, placeOf('type')));
  }
  if (document.value['deprecated'] === true) {
    issues.push(helmIssue('chart-deprecated', { chart: name }, placeOf('deprecated')));
  }
  const appVersion = unquoted(document.value['appVersion']);
  const kubeVersion = fields.text('kubeVersion');
  const dependencies = [...dependenciesOf(fields, CHART_FILE), ...(apiVersion === 'v1' ? oldDependencies(files, issues) : [])];
  return { name, version, ...defined({ appVersion, kubeVersion }), dependencies };
}

function fieldsOf(value: JsonObject, origin: string, issues: Issue[]): Fields {
  return Fields.of(value, (problem, path) => issues.push(helmIssue('chart-metadata', { problem }, { origin, path })));
}

/** Charts name their version as tags are named, too: `v4.3.0`. Helm reads past the letter. */
function plainVersion(written: string): string {
  const rest = written.replace(/^v/, '');
  return isVersion(rest) ? rest : written;
}

/** What helm takes; the name is part of file names and of most names of objects. */
const NAME = /^[a-zA-Z0-9](?:[a-zA-Z0-9._-]{0,248}[a-zA-Z0-9])?$/;

function oldDependencies(files: BundleFiles, issues: Issue[]): ChartDependency[] {
  if (!files.paths().includes(REQUIREMENTS_FILE)) return [];
  const document = metadataDocument(files, REQUIREMENTS_FILE, issues);
  return document === undefined ? [] : dependenciesOf(fieldsOf(document.value, REQUIREMENTS_FILE, issues), REQUIREMENTS_FILE);
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
