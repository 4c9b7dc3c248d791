/** A package written in TypeScript: a configuration schema, and a function from a configuration to objects. */
import type { Construct } from 'constructs';
import type { BundleMetadata } from '../../lib/formats/export';
import { isJsonObject } from '../../lib/api';
import { exchange, isAsked, jsonSchemaOf, mergeValues } from '../../lib/config';
import { defined } from '../../lib/defined';
import type { Revision } from '../revision';
import type { ConfigOf, ConfigSchema, GivenConfig } from './config-schema';
import type { DescribedPackage } from './described-package';
import { revisionOf, type RevisionOfPackageProps } from './revision-of';

/** What a revision of a package is made with; with `config` as its schema says. */
export type PackageRevisionProps<Schema extends ConfigSchema> = RevisionOfPackageProps & GivenConfig<Schema>;

/**
 * A package that is described once: its objects, and the configuration that its users may give. Extend it, and create
 * revisions with `revision()`, and bundles with `PackageBundle`.
 *
 * ```ts
 * const schema = z.strictObject({ replicas: z.int().default(1) });
 * class Web extends Package<typeof schema> {
 *   readonly packageName = 'web';
 *   readonly configSchema = schema;
 *   build(scope: Revision, config: ConfigOf<typeof schema>): void { … }
 * }
 * ```
 *
 * @typeParam Schema `typeof` the schema, from which the types of the configuration come
 */
export abstract class Package<Schema extends ConfigSchema> implements DescribedPackage<Schema> {
  /** Name of the package. */
  abstract readonly packageName: string;

  /**
   * Schema of the configuration: JSON Schema written `as const`, or a schema of TypeBox, zod, or another library with Standard JSON
   * Schema. A closed one (`additionalProperties: false`) reports misspelt keys. What has a default is always there in `build`.
   */
  abstract readonly configSchema: Schema;

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
  abstract build(scope: Revision, config: ConfigOf<Schema>): void;

  /**
   * A revision of this package. A configuration that does not fit the schema is reported by the revision's validation,
   * everything that is wrong with it at once, and nothing is built. What `boxcutter apply . --set key=value` says goes over `config`.
   *
   * @param scope the app
   * @param id name of the extension
   */
  revision(scope: Construct, id: string, props: PackageRevisionProps<Schema>): Revision {
    const { schema } = jsonSchemaOf(this.configSchema);
    const { config, ...rest }: RevisionOfPackageProps & { readonly config?: unknown } = props;
    const { packageName } = this;
    const given = exchange({ extension: id, packageName, version: props.version, ...defined({ schema, config }) });
    if (isAsked('travellers')) travelling().recordTraveller(this, id, props);
    const merged = given === undefined ? config : mergeValues(isJsonObject(config) ? config : {}, given);
    return revisionOf(this, scope, id, { ...rest, config: merged });
  }
}

/** Only an app that is built into a bundle needs it. */
function travelling(): typeof import('./travelling/record') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('./travelling/record') as typeof import('./travelling/record');
}
