/** A chart with values to objects, by the helm program. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookNotRun, JsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import type { PhaseSource, SourceObject } from '../../revision';
import { supportedKubernetesVersions } from '../../schema';
import { hasErrors, type Issue } from '../../issue';
import { isHarmless } from '../../yaml';
import type { BundleFiles } from '../bundle';
import type { Chart } from './bundle';
import { failureIssues } from './program/failure';
import { maskerOf } from '../masking';
import { phasedObjects } from './phased';
import { type HelmCalls, withHelm, withHelmApart } from './program/calls';
import { inHome, inHomeApart } from '../../program';
import { requireSafeHelm } from './program/version';
import { isReleaseName } from './release-name';
import { readOutput } from './rendered';
import { differences, mayDiffer } from './program/unstable';
import { helmIssue } from './wording';

export interface ChartOptions {
  /** Up to 53 characters: `releaseNameOf` makes such a one of any name. */
  readonly releaseName: string;
  /** `.Release.Namespace`; objects that name none get theirs when they are compiled. */
  readonly namespace: string;
  /** What the user gives, beside the values of the chart. */
  readonly values: JsonObject;
  /** Version that templates see, like `1.36`. @default the newest that this package knows, whatever helm's own is */
  readonly kubernetesVersion?: string | undefined;
  /** API versions that templates see beside those that helm knows: `monitoring.coreos.com/v1`, `cert-manager.io/v1/Certificate`. */
  readonly apiVersions?: readonly string[] | undefined;
  /** The helm program. @default `$HELM`, then `helm` of the PATH */
  readonly helm?: string | undefined;
  /** `.Release.IsUpgrade`, and hooks of upgrades in place of those of installations. @default false */
  readonly upgrade?: boolean | undefined;
}

/** With an error among the issues there are no objects. */
export interface RenderedChart {
  readonly issues: readonly Issue[];
  readonly objects: readonly SourceObject[];
  /** Of hooks; the objects name theirs. */
  readonly phases: readonly PhaseSource[];
  /** Not run at moments at which helm runs them. */
  readonly hooksNotRun: readonly HookNotRun[];
}

/**
 * Renders as `helm template` does, without a cluster. What is wrong with chart or values is among the issues; values stand in none.
 * @throws BoxcutterError `helm-missing` and `helm-too-old`, category server
 */
export function renderChart(chart: Chart, options: ChartOptions): RenderedChart {
  return refused(chart, options) ?? inHome((home) => withHelm(renderIn(home, chart, options)));
}

/** The same; the calling thread goes on while helm runs. */
export async function renderChartApart(chart: Chart, options: ChartOptions): Promise<RenderedChart> {
  return refused(chart, options) ?? inHomeApart((home) => withHelmApart(renderIn(home, chart, options)));
}

function refused(chart: Chart, { releaseName: name }: ChartOptions): RenderedChart | undefined {
  return isReleaseName(name) ? undefined : failed([helmIssue('release-name', { name }, { origin: chart.name })]);
}

function* renderIn(home: string, chart: Chart, options: ChartOptions): HelmCalls<RenderedChart> {
  const { helm, releaseName, upgrade = false } = options;
  yield* requireSafeHelm({ helm, home });
  const call = { helm, home, args: argumentsFor(home, chart, options), input: asYaml(options.values) };
  const origin = chart.name;
  const answer = yield call;
  if (answer.type === 'stopped') return failed([helmIssue('helm-failed', { chart: chart.name, stopped: answer.why }, { origin })]);
  if (answer.type === 'failed') return failed(failureIssues(answer.messages, chart.name, maskerOf(options.values)));
  const { objects, issues: found } = readOutput(answer.output);
  // helm installs it, and nothing is lost.
  const issues = found.map((issue): Issue => (isHarmless(issue) ? { ...issue, severity: 'warning' } : issue));
  if (hasErrors(issues)) return failed(issues);
  if (objects.length === 0) return failed([helmIssue('chart-empty', { chart: chart.name }, { origin })]);
  const second = mayDiffer(chart.files) ? yield call : undefined;
  const unstable = second?.type === 'done' ? differences(objects, readOutput(second.output).objects) : [];
  const phased = phasedObjects(objects, { releaseName, chartName: chart.name, upgrade });
  return { ...phased, issues: [...issues, ...unstable, ...phased.issues] };
}

/**
 * Values go through standard input: every process of a machine can see the arguments of the others, and a file can be left behind.
 */
function argumentsFor(home: string, { files }: Chart, options: ChartOptions): string[] {
  const { releaseName, namespace, kubernetesVersion, apiVersions = [], upgrade = false } = options;
  const folder = join(home, 'chart');
  writeFiles(folder, files);
  const version = kubernetesVersion ?? supportedKubernetesVersions()[0] ?? '';
  return [
    'template', releaseName, folder,
    '--namespace', namespace,
    '--include-crds',
    '--values', '-',
    '--kube-version', /^v?\d+\.\d+$/.test(version) ? `${version}.0` : version,
    ...apiVersions.flatMap((apiVersion) => ['--api-versions', apiVersion]),
    ...(upgrade ? ['--is-upgrade'] : []),
  ];
}

function writeFiles(folder: string, files: BundleFiles): void {
  const made = new Set<string>();
  for (const path of files.paths()) {
    if (path.split('/').includes('..')) throw new BoxcutterError('bundle-unreadable', 'input', `${path} leaves the chart.`, {});
    const file = join(folder, path);
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    made.add(dirname(file));
    writeFileSync(file, files.read(path) ?? Buffer.alloc(0), { flag: 'wx', mode: 0o600 });
  }
  chmodSync(folder, 0o700);
}

/** JSON is YAML but for a few characters that YAML wants escaped. */
function asYaml(values: JsonObject): string {
  return JSON.stringify(values)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function failed(issues: readonly Issue[]): RenderedChart {
  return { issues, objects: [], phases: [], hooksNotRun: [] };
}
