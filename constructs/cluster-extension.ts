/** An extension as a user asks a cluster for it. */
import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import { API_VERSION, type JsonObject, type LabelSelector } from '../lib/api';
import { refusedByServer } from './own-kind';

/** Where the content of an extension comes from: a package of a catalog. */
export interface CatalogSource {
  /** Name of the package; cannot be changed later. */
  readonly packageName: string;

  /**
   * Version, or range of versions: `1.2.3`, `>=1.2.0, <2.0.0`, `1.2.x`, at most 64 characters.
   * @default - every version
   */
  readonly version?: string;

  /**
   * Channels that versions may come from.
   * @default - every channel
   */
  readonly channels?: readonly string[];

  /**
   * Catalogs that the package may come from. Every catalog has the label `olm.operatorframework.io/metadata.name`.
   * @default - every catalog
   */
  readonly selector?: LabelSelector;

  /**
   * Whether only the upgrades that the catalog provides are made, or any that the user vouches for (downgrades too).
   * @default 'CatalogProvided'
   */
  readonly upgradeConstraintPolicy?: 'CatalogProvided' | 'SelfCertified';
}

export interface ClusterExtensionProps {
  /**
   * Name of the extension.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** Namespace that the extension is installed into; cannot be changed later. */
  readonly namespace: string;

  /** The package. */
  readonly source: CatalogSource;

  /**
   * Configuration of the bundle, checked against the bundle's schema when it is installed. Keys with null are left out.
   * @default - none
   */
  readonly config?: JsonObject;

  /**
   * Whether upgrades of CRDs are checked for what would break existing objects.
   * @default 'Strict'
   */
  readonly crdUpgradeSafety?: 'Strict' | 'None';

  /**
   * Minutes (10 to 720) after which a rollout that makes no progress counts as failed.
   * @default - no deadline
   */
  readonly progressDeadlineMinutes?: number;

  /**
   * Service account of the installation, for clusters that still ask for one.
   * @default - none
   */
  readonly serviceAccount?: string;

  /** @default - none */
  readonly labels?: { readonly [name: string]: string };

  /** @default - none */
  readonly annotations?: { readonly [name: string]: string };
}

/** A ClusterExtension: the wish for a package of a catalog on a cluster. The controller makes revisions of it. */
export class ClusterExtension extends Construct {
  readonly name: string;
  readonly apiObject: ApiObject;

  constructor(scope: Construct, id: string, props: ClusterExtensionProps) {
    super(scope, id);
    this.name = props.name ?? id;
    const { labels, annotations } = props;
    const metadata: ApiObjectProps['metadata'] = {
      name: this.name,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
    };
    this.apiObject = new ApiObject(this, 'Resource', { apiVersion: API_VERSION, kind: 'ClusterExtension', metadata, spec: specOf(props) });
    this.node.addValidation({ validate: () => refusedByServer(this.apiObject) });
  }
}

function specOf(props: ClusterExtensionProps): Record<string, unknown> {
  const { packageName, version, channels, selector, upgradeConstraintPolicy } = props.source;
  return {
    namespace: props.namespace,
    ...(props.serviceAccount === undefined ? {} : { serviceAccount: { name: props.serviceAccount } }),
    source: { sourceType: 'Catalog', catalog: { packageName, version, channels, selector, upgradeConstraintPolicy } },
    ...(props.crdUpgradeSafety === undefined
      ? {}
      : { install: { preflight: { crdUpgradeSafety: { enforcement: props.crdUpgradeSafety } } } }),
    ...(props.config === undefined ? {} : { config: { configType: 'Inline', inline: props.config } }),
    progressDeadlineMinutes: props.progressDeadlineMinutes,
  };
}
