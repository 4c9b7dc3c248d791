/** From a package and a configuration of any kind to a revision. */
import type { Construct } from 'constructs';
import { configWording, validateTypedConfig } from '../../lib/config';
import { defined } from '../../lib/defined';
import { Revision } from '../revision';
import type { RevisionProps } from '../revision-props';
import type { ConfigOf, ConfigSchema } from './config-schema';
import type { DescribedPackage } from './described-package';

/** What a revision of a package is made with, the configuration apart. */
export interface RevisionOfPackageProps extends Omit<RevisionProps, 'packageName' | 'version'> {
  /** Version of the package, a semantic version. */
  readonly version: string;
}

/**
 * A revision of a package with what is given as configuration, whatever it is: `Package.revision` and `PackageBundle` give it its type.
 * @param check of the configuration, which also fills defaults in
 */
export function revisionOf<Schema extends ConfigSchema>(
  of: DescribedPackage<Schema>, scope: Construct, id: string, { config, ...props }: RevisionOfPackageProps & { readonly config?: unknown },
  check: typeof validateTypedConfig = validateTypedConfig,
): Revision {
  const revision = new Revision(scope, id, { ...props, packageName: of.packageName });
  const { issues, value } = check<ConfigOf<Schema>>(of.configSchema, config, {
    bundle: `${of.packageName}.v${props.version}`,
    ...defined({ installNamespace: props.namespace }),
  });
  revision.report(issues.map((issue) => ({ ...issue, origin: { source: revision.node.path } })), configWording);
  if (value !== undefined) of.build(revision, value);
  return revision;
}
