/** The construct that everything of an extension is declared in. */
import type { Construct, IConstruct } from 'constructs';
import type { JsonObject } from '../lib/api';
import type { Bundle } from '../lib/formats';
import { defined } from '../lib/defined';
import type { RevisionSource } from '../lib/revision';
import { BundleContent, type BundleContentProps, filesOf, readOnce } from './content/bundle-content';
import { isRevision, outsideRevision } from './enclosing-revision';
import { RevisionChart } from './revision-chart';
import type { RevisionProps } from './revision-props';

/**
 * One version of an extension: everything declared in it, directly or in constructs and charts below, is synthesised as one
 * ClusterExtensionRevision and the Secrets with its content, and as nothing else.
 *
 * The id is the extension's name. Names of objects derive from it and from the ids below, never from version, number or
 * phase: they stay from revision to revision.
 *
 * Whatever is wrong is reported by the validation of cdk8s, all at once, with construct path and field: `cdk8s synth`,
 * `app.synth()`, `app.synthYaml()` and `Testing.synth(revision)` throw, and nothing is written. Warnings go to stderr.
 */
export class Revision extends RevisionChart {
  /**
   * The revision that a construct is declared in.
   *
   * @throws BoxcutterError `outside-revision` when there is none
   */
  static override of(construct: IConstruct): Revision {
    const revision = Revision.tryOf(construct);
    if (revision) return revision;
    throw outsideRevision(construct);
  }

  /** The revision that a construct is declared in, or undefined. */
  static tryOf(construct: IConstruct): Revision | undefined {
    return [...construct.node.scopes].reverse().find(Revision.isRevision);
  }

  /** Whether something is a Revision, also one of another copy of this package. */
  static isRevision(this: void, something: unknown): something is Revision {
    return isRevision(something);
  }

  /**
   * A revision of a bundle: a folder, a packed chart, or an image that `boxcutter bundle fetch` has pinned. Package and version are those
   * of the bundle, whose objects become constructs (`revision.bundle`); more can be declared beside them. Reads local files only.
   *
   * ```ts const keda = Revision.fromBundle<KedaConfig>(app, 'keda', { bundle: 'bundles/keda', namespace: 'keda', config: { watchNamespace:
   * 'keda' } }); keda.bundle.get('Deployment', 'keda-operator').addJsonPatch(JsonPatch.replace('/spec/replicas', 2));
   * ```
   *
   * @param id name of the extension
   * @throws BoxcutterError category input: there is nothing to read (`bundle-not-found`), or it has not been fetched (`bundle-not-fetched`,
   * …). What is wrong with the bundle or the configuration is reported by the validation
   */
  static fromBundle<Config extends object = JsonObject>(scope: Construct, id: string, props: BundleRevisionProps<Config>): BundleRevision {
    return new BundleRevision(scope, id, props);
  }
}

/**
 * What a revision of a bundle is made with. Package and version are those of the bundle.
 * @typeParam Config what can be configured; `boxcutter import bundle` writes the type
 */
export interface BundleRevisionProps<Config extends object = JsonObject>
  extends Omit<RevisionProps, 'namespace' | 'packageName' | 'version'>, BundleContentProps<Config> {
  /** Where the operator runs and namespaced objects go. */
  readonly namespace: string;

  /**
   * Kubernetes minor version whose schema the objects are checked against, like `1.36`; templates of charts see it, too.
   * @default - the newest that this package knows
   */
  readonly kubernetesVersion?: string;
}

/** What {@link Revision.fromBundle} gives: a revision like any other, with the content of a bundle in it. */
export class BundleRevision extends Revision {
  /** The objects of the bundle. */
  readonly bundle: BundleContent;

  /** @throws BoxcutterError as {@link BundleContent} does */
  constructor(scope: Construct, id: string, props: BundleRevisionProps<object>) {
    const {
      bundle: given, config, certificates, dangerouslyAcceptBundlesWithoutConfigSchema, releaseName, apiVersions, upgrade, ...rest
    } = props;
    const files = filesOf(given);
    const { bundle } = readOnce(files);
    super(scope, id, { ...rest, ...identityOf(bundle) });
    this.bundle = new BundleContent(this, 'bundle', { ...props, bundle: files });
  }

  protected override bundleOrigin(): Pick<RevisionSource, 'bundleName' | 'bundleReference'> {
    const { bundleName, reference } = this.bundle;
    return defined({ bundleName, bundleReference: reference });
  }
}

function identityOf(bundle: Bundle | undefined): Pick<RevisionProps, 'packageName' | 'version'> {
  if (bundle === undefined) return {};
  const { packageName, version } = bundle;
  return { packageName, ...defined({ version }) };
}
