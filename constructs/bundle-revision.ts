/** A bundle as a revision. */
import type { Construct } from 'constructs';
import type { JsonObject } from '../lib/api';
import type { Bundle } from '../lib/formats';
import { defined } from '../lib/defined';
import type { RevisionSource } from '../lib/revision';
import { BundleContent, type BundleContentProps, filesOf, readOnce } from './bundle-content';
import { Revision } from './revision';
import type { RevisionProps } from './revision-props';

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
    const { bundle: given, config, certificates, dangerouslyAcceptBundlesWithoutConfigSchema, releaseName, apiVersions, upgrade, ...rest } = props;
    const files = filesOf(given);
    const { bundle } = readOnce(files);
    super(scope, id, { ...rest, ...identityOf(bundle) });
    this.bundle = new BundleContent(this, 'bundle', { ...props, bundle: files });
  }

  protected override bundleOrigin(): Pick<RevisionSource, 'bundleName' | 'bundleReference'> {
    const { bundleName, reference } = this.bundle;
    return { ...defined({ bundleName, bundleReference: reference }) };
  }
}

function identityOf(bundle: Bundle | undefined): Pick<RevisionProps, 'packageName' | 'version'> {
  if (bundle === undefined) return {};
  const { packageName, version } = bundle;
  return { packageName, ...defined({ version }) };
}
