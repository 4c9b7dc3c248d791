/** A package written in TypeScript: a configuration schema, and a function from a configuration to objects. */
import type { JSONSchemaType } from 'ajv';
import type { Construct } from 'constructs';
import { validateConfig } from '../lib/config';
import { Revision } from './revision';
import type { RevisionProps } from './revision-props';

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
 * revisions with `revision()`.
 */
export abstract class Package<Config extends object> {
  /** Name of the package. */
  abstract readonly packageName: string;

  /**
   * JSON Schema (draft-07) of the configuration. With `additionalProperties: false` misspelt keys are reported.
   * A property that has a `default` is always there in `build`.
   */
  abstract readonly configSchema: JSONSchemaType<Config>;

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
    const { findings, value } = validateConfig<Config>(this.configSchema, config, {
      bundle: `${this.packageName}.v${props.version}`,
      ...(props.namespace === undefined ? {} : { installNamespace: props.namespace }),
    });
    revision.report(findings.map((finding) => ({ ...finding, origin: revision.node.path })));
    if (value !== undefined) this.build(revision, value);
    return revision;
  }
}
