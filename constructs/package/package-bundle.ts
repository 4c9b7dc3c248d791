/** A package as a bundle: the files of one version, declared in the app, reviewed and pinned like everything else that it synthesises. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { isJsonObject, type JsonObject } from '../../lib/api';
import { DEFAULT_EXPORT_FORMAT } from '../../lib/formats/detect/known-formats';
import type { BundleMetadata, ExportFormat, ExportResult } from '../../lib/formats/export';
import { eachProblem, jsonSchemaOf, validateTypedConfig } from '../../lib/config';
import { defined } from '../../lib/defined';
import { BoxcutterError } from '../../lib/errors';
import { isError, type Finding, findingOf, formatFinding } from '../../lib/issue';
import { oneLine } from '../../lib/plain-text';
import { builtRevision, originsIn } from './built-revision';
import type { ConfigSchema, GivenConfig } from './config-schema';
import { BundleDocumentObject } from './document-object';
import type { Package } from './package';

/** What the bundle of a package is made with. What it says about itself comes from the package; what is given here holds. */
interface BundleOfPackageProps extends BundleMetadata {
  /** Version of the package, a semantic version. */
  readonly version: string;

  /** @default 'registry+v1' */
  readonly format?: ExportFormat;

  /**
   * Where the package is installed. A registry+v1 bundle can be installed elsewhere as well, and suggests this namespace.
   * @default - `<package>-system`
   */
  readonly namespace?: string;

  /**
   * Name of the extension that the objects are named after: the id of the revision that the bundle is to take over from, or to be taken
   * over by.
   * @default - the name of the package
   */
  readonly extension?: string;

  /**
   * Kubernetes minor version that the objects are checked against, like `1.36`.
   * @default - the newest that this package knows
   */
  readonly kubernetesVersion?: string;
}

/**
 * What the bundle of a package is made with: the package, the version, and the configuration that its objects are built with. Bundles have
 * no templates: it is built in, and users of the bundle cannot change it.
 */
export type PackageBundleProps<Schema extends ConfigSchema> = BundleOfPackageProps & GivenConfig<Schema> & {
  readonly package: Package<Schema>;
};

/**
 * A bundle of a package. It is synthesised as one document of kind BundleFiles with the texts of all files, which belongs on no cluster;
 * `boxcutter bundle build` makes a folder or an image of it.
 *
 * The files are read back, rendered and compared with the package's objects. What the format cannot say is reported by the validation of
 * cdk8s, everything at once: nothing is left out silently.
 */
export class PackageBundle<Schema extends ConfigSchema> extends Chart {
  private readonly props: PackageBundleProps<Schema>;
  private known: Exported | undefined;
  private readonly warned = new Set<string>();

  /**
   * @param scope an App, or a construct in one
   * @param id name of the document
   */
  constructor(scope: Construct, id: string, props: PackageBundleProps<Schema>) {
    super(scope, id);
    this.props = props;
    new BundleDocumentObject(this, 'Files', () => this.document());
    this.node.addValidation({ validate: () => this.problems() });
  }

  /** Everything there is to say about the export: errors, with which there is no bundle, and warnings. */
  get findings(): readonly Finding[] {
    return this.exported.findings;
  }

  /**
   * Texts of the bundle by path.
   * @throws BoxcutterError `export-invalid`, category input, with all that is wrong
   */
  get files(): Readonly<Record<string, string>> {
    const { files, findings } = this.exported;
    if (files !== undefined) return files;
    const errors = findings.filter(isError);
    throw new BoxcutterError(
      'export-invalid', 'input',
      `${this.node.path} cannot be written as ${this.format}:\n${errors.map(formatFinding).join('\n')}`,
      { details: { findings: errors } },
    );
  }

  private get format(): ExportFormat {
    return this.props.format ?? DEFAULT_EXPORT_FORMAT;
  }

  private get exported(): Exported {
    return (this.known ??= this.build());
  }

  private build(): Exported {
    const { package: of, version, config, kubernetesVersion } = this.props;
    const namespace = this.props.namespace ?? `${of.packageName}-system`;
    const { revision, resolved, errors } = builtRevision({ ...this.props, namespace });
    if (resolved === undefined) return { findings: errors };
    const { exportBundle, formatsWording, lostInBundle, mergedMetadata, objectsOfRevision, rolloutProperties } = exportModule();
    const { properties = [], ...metadata } = mergedMetadata(of, this.props);
    const said = [...properties, ...rolloutProperties(resolved, namespace)];
    const { issues, ...exported } = exportBundle({
      format: this.format,
      packageName: of.packageName,
      version,
      installNamespace: namespace,
      objects: objectsOfRevision(resolved, originsIn(revision)),
      metadata: { ...metadata, ...(said.length === 0 ? {} : { properties: said }) },
      ...configurationOf(of, config, namespace),
      ...defined({ kubernetesVersion }),
    });
    const all = [...lostInBundle(resolved, this.node.path), ...issues];
    return { ...exported, findings: all.map((issue) => findingOf(issue, formatsWording)) };
  }

  private document(): object {
    const { package: { packageName }, version } = this.props;
    return exportModule().bundleDocument(this.node.id, { format: this.format, packageName, version, files: this.files });
  }

  private problems(): string[] {
    const { findings } = this.exported;
    for (const finding of findings) {
      const line = `${oneLine(`[${this.node.path}] ${formatFinding(finding)}`)}\n`;
      if (isError(finding) || this.warned.has(line)) continue;
      this.warned.add(line);
      process.stderr.write(line);
    }
    return findings.filter(isError).flatMap(eachProblem).map(formatFinding);
  }
}

/** The export, with what is wrong in words: this is where synth ends. */
interface Exported extends Pick<ExportResult, 'files'> {
  readonly findings: readonly Finding[];
}

function configurationOf<Schema extends ConfigSchema>(of: Package<Schema>, config: unknown, installNamespace: string) {
  const { schema } = jsonSchemaOf(of.configSchema);
  const { value } = validateTypedConfig<JsonObject>(of.configSchema, config, { bundle: of.packageName, installNamespace });
  return !isJsonObject(schema) || value === undefined ? {} : { configuration: { schema, value } };
}

/** Reading and rendering bundles is code that only those load who export one. */
function exportModule(): typeof import('../../lib/formats/export') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('../../lib/formats/export') as typeof import('../../lib/formats/export');
}
