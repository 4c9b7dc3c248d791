/** The objects of a Helm chart as constructs. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import type { JsonObject } from '../../lib/api';
import type { Bundle, BundleFiles, RenderResult } from '../../lib/formats';
import { defined } from '../../lib/defined';
import { BoxcutterError } from '../../lib/errors';
import { type Issue, wordsOf } from '../../lib/issue';
import { contentWording, filesOf, readOnce } from './bundle-content';
import { constructIssue } from '../issues';
import { ReadObjects } from './read-objects';
import { enclosingRevision } from '../enclosing-revision';

export interface HelmChartProps {
  /**
   * The chart: a folder (relative to the working directory), a packed chart (`shop-1.2.3.tgz`), or the reference of one that
   * `boxcutter bundle fetch` has pinned (`oci://registry.example/charts/shop:1.2.3`). Or its files.
   */
  readonly chart: string | BundleFiles;

  /**
   * Namespace of the release, and of namespaced objects that name none.
   * @default - that of the revision or chart
   */
  readonly namespace?: string;

  /**
   * Values, merged into those of the chart as helm merges them; null takes one away. Checked against the chart's `values.schema.json`.
   * @default - those of the chart
   */
  readonly values?: object;

  /**
   * Name of the release, from which charts make the names of their objects. It stays the same from revision to revision. One of more than
   * 53 characters is cut, with a hash at its end.
   * @default - the extension's name; outside of a revision the id of the construct
   */
  readonly releaseName?: string;

  /**
   * Kubernetes version that templates see, like `1.36`.
   * @default - that of the revision, or the newest that this package knows, whatever helm's own is
   */
  readonly kubernetesVersion?: string;

  /**
   * API versions that templates see beside those that helm knows: `monitoring.coreos.com/v1`.
   * @default - none
   */
  readonly apiVersions?: readonly string[];

  /**
   * The helm program.
   * @default - the environment variable HELM, then `helm` of the PATH
   */
  readonly helm?: string;

  /**
   * Renders as helm does for an upgrade: `.Release.IsUpgrade`, and the hooks of upgrades in place of those of installations.
   * @default false
   */
  readonly upgrade?: boolean;
}

/**
 * The objects that a Helm chart gives, rendered by the helm program when the construct is created: no cluster, no network, no repositories.
 * They can be patched, removed, ordered, probed and put into phases; in a revision, hooks come in phases of their own (docs/charts.md).
 *
 * What is wrong with chart and values is reported by the validation, with template and line.
 */
export class HelmChart extends ReadObjects {
  /** Name, version and version of the application, as the chart says. Undefined when the chart cannot be read; the validation says why. */
  readonly chartName: string | undefined;
  readonly version: string | undefined;
  readonly appVersion: string | undefined;
  readonly releaseName: string;
  /** What was left out, and why: hooks for tests. */
  readonly notes: readonly string[];
  protected readonly source: string;

  /**
   * @throws BoxcutterError `helm-missing`, `helm-too-old`, category server; category input: there is nothing to read (`bundle-not-found`,
   * …), it has not been fetched (`bundle-not-locked`, `bundle-not-fetched`, `bundle-changed`), or there is no namespace
   * (`bundle-namespace`)
   */
  constructor(scope: Construct, id: string, props: HelmChartProps) {
    super(scope, id);
    const revision = enclosingRevision(this);
    const namespace = props.namespace ?? Chart.of(this).namespace;
    if (namespace === undefined) {
      throw new BoxcutterError(
        'bundle-namespace', 'input',
        `${this.node.path} does not know the namespace of the chart.`,
        { hint: 'Give it a namespace, or give one to the revision.' },
      );
    }
    const { isChart, releaseNameOf } = bundles();
    this.releaseName = releaseNameOf(props.releaseName ?? revision?.extension ?? id);
    const files = filesOf(props.chart);
    this.source = files.origin;
    const { bundle, issues: read } = readOnce(files);
    const chart = bundle !== undefined && isChart(bundle) ? bundle.chart : undefined;
    this.chartName = chart?.name;
    this.version = chart?.version;
    this.appVersion = chart?.appVersion;
    const kubernetesVersion = props.kubernetesVersion ?? revision?.kubernetesVersion;
    const given = { ...props, namespace, kubernetesVersion, releaseName: this.releaseName };
    const rendered: RenderResult = bundle === undefined ? { objects: [], issues: [] } : render(bundle, given);
    const issues = [...read, ...rendered.issues];
    const wording = contentWording();
    this.notes = issues.filter(isNote).map((issue) => wordsOf(issue, wording).message);
    this.take({ ...rendered, issues: issues.filter((issue) => !isNote(issue)), wording, namespace });
  }
}

interface RenderProps extends Omit<HelmChartProps, 'kubernetesVersion'> {
  readonly namespace: string;
  readonly releaseName: string;
  readonly kubernetesVersion: string | undefined;
}

function render(
  bundle: Bundle, { namespace, values, kubernetesVersion, apiVersions, helm, upgrade, releaseName }: RenderProps,
): RenderResult {
  if (!bundles().isChart(bundle)) {
    return { objects: [], issues: [constructIssue('not-a-chart', { format: bundle.format })] };
  }
  const result = bundles().renderBundle(bundle, {
    installNamespace: namespace,
    certificates: 'none',
    // An author who writes values in code means them, also where a chart has no schema to check them against.
    dangerouslyAcceptBundlesWithoutConfigSchema: true,
    releaseName,
    ...defined({ config: values as JsonObject | undefined, kubernetesVersion, apiVersions, helm, upgrade }),
  });
  return { ...result, issues: result.issues.filter(({ code }) => code !== 'unchecked-config') };
}

/** Every chart that `helm create` makes has a test; that it is left out is worth no warning. */
function isNote({ code }: Issue): boolean {
  return code === 'hook-left-out';
}

/** Projects without charts never load the bundle reader. */
function bundles(): typeof import('../../lib/formats') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('../../lib/formats') as typeof import('../../lib/formats');
}
