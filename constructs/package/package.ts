/** A package written in TypeScript: a configuration schema, and a function from a configuration to objects. */
import type { JSONSchemaType } from 'ajv';
import type { Construct } from 'constructs';
import type { BundleMetadata } from '../../lib/formats/export';
import { configWording, validateConfig } from '../../lib/config';
import { defined } from '../../lib/defined';
import { Revision } from '../revision';
import type { RevisionProps } from '../revision-props';

/** What a revision of a package is made with. */
export interface PackageRevisionProps<Config> extends Omit<RevisionProps, 'packageName' | 'version'> {
  /** Version of the package, a semantic version. */
  readonly version: string;

  /**
   * The configuration, as a user gives it: checked against the schema, whose defaults are filled in.
   * @default - the defaults of the schema alone
   */
  readonly config?: Partial<Config>;
}

/**
 * A package that is described once: its objects, and the configuration that its users may give. Extend it, and create
 * revisions with `revision()`, and bundles with `PackageBundle`.
 */
export abstract class Package<Config extends object> implements BundleMetadata {
  /** Name of the package. */
  abstract readonly packageName: string;

  /**
   * JSON Schema (draft-07) of the configuration. With `additionalProperties: false` misspelt keys are reported.
   * A property that has a `default` is always there in `build`.
   */
  abstract readonly configSchema: JSONSchemaType<Config>;

  // What its bundles say about it, all optional; `PackageBundle` may say otherwise. Only declared: nothing is set here.
  /** See {@link BundleMetadata.displayName}. */
  declare readonly displayName?: NonNullable<BundleMetadata['displayName']>;
  /** See {@link BundleMetadata.description}. */
  declare readonly description?: NonNullable<BundleMetadata['description']>;
  /** See {@link BundleMetadata.provider}. */
  declare readonly provider?: NonNullable<BundleMetadata['provider']>;
  /** See {@link BundleMetadata.maintainers}. */
  declare readonly maintainers?: NonNullable<BundleMetadata['maintainers']>;
  /** See {@link BundleMetadata.icon}. */
  declare readonly icon?: NonNullable<BundleMetadata['icon']>;
  /** See {@link BundleMetadata.keywords}. */
  declare readonly keywords?: NonNullable<BundleMetadata['keywords']>;
  /** See {@link BundleMetadata.links}. */
  declare readonly links?: NonNullable<BundleMetadata['links']>;
  /** See {@link BundleMetadata.maturity}. */
  declare readonly maturity?: NonNullable<BundleMetadata['maturity']>;
  /** See {@link BundleMetadata.installModes}. */
  declare readonly installModes?: NonNullable<BundleMetadata['installModes']>;
  /** See {@link BundleMetadata.channels}. */
  declare readonly channels?: NonNullable<BundleMetadata['channels']>;
  /** See {@link BundleMetadata.defaultChannel}. */
  declare readonly defaultChannel?: NonNullable<BundleMetadata['defaultChannel']>;
  /** See {@link BundleMetadata.minKubeVersion}. */
  declare readonly minKubeVersion?: NonNullable<BundleMetadata['minKubeVersion']>;
  /** See {@link BundleMetadata.replaces}. */
  declare readonly replaces?: NonNullable<BundleMetadata['replaces']>;
  /** See {@link BundleMetadata.skips}. */
  declare readonly skips?: NonNullable<BundleMetadata['skips']>;
  /** See {@link BundleMetadata.skipRange}. */
  declare readonly skipRange?: NonNullable<BundleMetadata['skipRange']>;
  /** See {@link BundleMetadata.dependencies}. */
  declare readonly dependencies?: NonNullable<BundleMetadata['dependencies']>;
  /** See {@link BundleMetadata.properties}. */
  declare readonly properties?: NonNullable<BundleMetadata['properties']>;
  /** See {@link BundleMetadata.relatedImages}. */
  declare readonly relatedImages?: NonNullable<BundleMetadata['relatedImages']>;
  /** See {@link BundleMetadata.customResourceDefinitions}. */
  declare readonly customResourceDefinitions?: NonNullable<BundleMetadata['customResourceDefinitions']>;
  /** See {@link BundleMetadata.examples}. */
  declare readonly examples?: NonNullable<BundleMetadata['examples']>;
  /** See {@link BundleMetadata.annotations}. */
  declare readonly annotations?: NonNullable<BundleMetadata['annotations']>;

  /**
   * Declares the objects of the package.
   *
   * @param scope the revision; `scope.version` tells the version where content depends on it
   * @param config checked, with defaults
   */
  abstract build(scope: Revision, config: Config): void;

  /**
   * A revision of this package. A configuration that does not fit the schema is reported by the revision's validation,
   * everything that is wrong with it at once, and nothing is built.
   *
   * @param scope the app
   * @param id name of the extension
   */
  revision(scope: Construct, id: string, props: PackageRevisionProps<Config>): Revision {
    const { config, ...rest } = props;
    const revision = new Revision(scope, id, { ...rest, packageName: this.packageName });
    const { issues, value } = validateConfig<Config>(this.configSchema, config, {
      bundle: `${this.packageName}.v${props.version}`,
      ...defined({ installNamespace: props.namespace }),
    });
    revision.report(issues.map((issue) => ({ ...issue, origin: { source: revision.node.path } })), configWording);
    if (value !== undefined) this.build(revision, value);
    return revision;
  }
}
