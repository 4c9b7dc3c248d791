/** Whether the charts that a chart needs are in its folder `charts/`. */
import { satisfies, validRange } from 'semver';
import { asObject } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import type { Issue } from '../../issue';
import { bundleFilesFromArchive } from '../archive';
import type { BundleFiles } from '../bundle';
import { metadataDocument } from '../files/text';
import { CHART_FILE } from './chart-file';
import { chartRoot, filesBelow } from './chart-root';
import type { ChartMetadata } from './metadata';
import { helmIssue } from './wording';

/** A chart within a chart. */
interface Vendored {
  readonly name: string;
  readonly version: string;
}

/** What is missing, and what is there in a version that helm passes over. */
export function checkDependencies(chart: ChartMetadata, files: BundleFiles, issues: Issue[]): void {
  if (chart.dependencies.length === 0) return;
  const vendored = vendoredCharts(files, issues);
  for (const { name, version, repository, origin, path } of chart.dependencies) {
    const same = vendored.filter((other) => other.name === name);
    if (name !== '' && same.length === 0) {
      const named = { name, ...defined({ version, repository: repository && withoutCredentials(repository) }) };
      issues.push(helmIssue('chart-dependency-missing', named, { origin, path }));
    } else if (version !== undefined && same.length > 0 && !same.some((other) => fits(other.version, version))) {
      const there = same.map((other) => other.version);
      issues.push(helmIssue('chart-dependency-version', { name, version, there }, { origin, path }));
    }
  }
}

/** Folders with a `Chart.yaml`, and packed charts. */
function vendoredCharts(files: BundleFiles, issues: Issue[]): Vendored[] {
  const found: Vendored[] = [];
  const paths = files.paths();
  for (const path of paths) {
    const folder = /^charts\/([^/]+)\/Chart\.yaml$/.exec(path)?.[1];
    if (folder !== undefined) found.push(...identityOf(filesBelow(files, `charts/${folder}/`), []));
    if (!/^charts\/[^/]+\.tgz$/.test(path)) continue;
    try {
      const inner = bundleFilesFromArchive(files.read(path) ?? Buffer.alloc(0), path);
      found.push(...identityOf(filesBelow(inner, chartRoot(inner) ?? ''), issues));
    } catch (error) {
      if (!isBoxcutterError(error)) throw error;
      // Said where all charts within the chart are read (nested/checked-charts.ts).
    }
  }
  return found;
}

function identityOf(files: BundleFiles, issues: Issue[]): Vendored[] {
  const { name, version } = asObject(metadataDocument(files, CHART_FILE, issues)?.value) ?? {};
  return typeof name === 'string' ? [{ name, version: String(version) }] : [];
}

/** Ranges that only helm understands count as fitting: helm has the last word. */
function fits(version: string, range: string): boolean {
  const spaced = range.replace(/\s*,\s*/g, ' ');
  return validRange(spaced) === null || satisfies(version.replace(/^v/, ''), spaced);
}

function withoutCredentials(repository: string): string {
  return repository.replace(/\/\/[^/@]*@/, '//');
}
