/** A package as a provider for the Cluster API operator: the manifest folder of its image, declared in the app. */
import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { asObject, type JsonObject } from '../../lib/api';
import type { PlatformType, Provider } from '../../lib/capi/produce';
import { defined } from '../../lib/defined';
import { BoxcutterError, isBoxcutterError } from '../../lib/errors';
import { CAPI_FORMAT } from '../../lib/formats/detect/known-formats';
import { eachProblem } from '../../lib/config';
import { formatFinding } from '../../lib/issue';
import { builtRevision, originsIn } from './built-revision';
import type { ConfigSchema, GivenConfig } from './config-schema';
import { BundleDocumentObject } from './document-object';
import type { Package } from './package';

export type { PlatformType };

interface ProviderOfPackageProps {
  /** Version of the package, a semantic version. */
  readonly version: string;

  /** Where the operator installs providers. @default openshift-cluster-api */
  readonly namespace?: string;

  /** `core`, `infrastructure`, or what else Cluster API has. @default 'infrastructure' */
  readonly type?: string;

  /**
   * Type of the platform that it is for, as `Infrastructure` of OpenShift has it.
   * @default - it is installed on all
   */
  readonly platform?: PlatformType;

  /**
   * Image in the objects that the operator replaces by the one that holds the manifests: for images that hold program and manifests.
   * @default - images stay as they are
   */
  readonly image?: string;

  /**
   * Variables that keep their meaning where the objects have `${NAME}`; the operator knows their values. All other text is installed as it
   * is written.
   * @default - none
   */
  readonly variables?: readonly string[];

  /**
   * Folder in `/capi-operator-manifests`, as OpenShift's operator reads it, too.
   * @default - `/capi-manifests`, the layout of the design
   */
  readonly profile?: string;

  /**
   * Order among components; with a profile only.
   * @default - as the type says: 10 for core, 20 for infrastructure, 30 for others
   */
  readonly installOrder?: number;

  /**
   * Name of the extension that the objects are named after.
   * @default - the name of the package
   */
  readonly extension?: string;

  /**
   * Kubernetes minor version that the objects are checked against, like `1.36`.
   * @default - the newest that this package knows
   */
  readonly kubernetesVersion?: string;
}

/** What a provider is made with: the package, its version, and the configuration that its objects are built with. */
export type ClusterApiProviderProps<Schema extends ConfigSchema> = ProviderOfPackageProps & GivenConfig<Schema> & {
  readonly package: Package<Schema>;
};

/**
 * A provider for the Cluster API operator, as one document of kind BundleFiles, which belongs on no cluster; `boxcutter bundle build` makes
 * a folder or an image of it. Phases, order and probes of the package do not go along: the operator has its own.
 *
 * The files are read back by the reader of the operator and compared with the objects of the package.
 */
export class ClusterApiProvider<Schema extends ConfigSchema> extends Chart {
  private known: Provider | BoxcutterError | undefined;

  /**
   * @param scope an App, or a construct in one
   * @param id name of the document
   */
  constructor(scope: Construct, id: string, private readonly props: ClusterApiProviderProps<Schema>) {
    super(scope, id);
    new BundleDocumentObject(this, 'Files', () => this.document());
    this.node.addValidation({ validate: () => this.problems() });
  }

  /**
   * Texts by path.
   * @throws BoxcutterError category input: `export-invalid` with all that is wrong, `capi-provider`, `capi-manifests`
   */
  get files(): Readonly<Record<string, string>> {
    const { files } = this.provider();
    return Object.fromEntries(files.paths().map((path) => [path, files.read(path)?.toString('utf8') ?? '']));
  }

  private provider(): Provider {
    const known = (this.known ??= this.attempt());
    if (known instanceof BoxcutterError) throw known;
    return known;
  }

  private attempt(): Provider | BoxcutterError {
    try {
      return this.build();
    } catch (error) {
      if (isBoxcutterError(error)) return error;
      throw error;
    }
  }

  private build(): Provider {
    const { package: of, namespace = 'openshift-cluster-api', version, type = 'infrastructure' } = this.props;
    const { platform, image, profile, installOrder, variables } = this.props;
    const { revision, resolved, errors } = builtRevision({ ...this.props, namespace });
    const { objectsOfRevision } = exportModule();
    const objects = resolved === undefined ? [] : objectsOfRevision(resolved, originsIn(revision)).map(({ manifest }) => manifest);
    const secrets = objects.filter(isPublishedSecret).map(({ metadata }) => (
      `Secret ${String(asObject(metadata)?.['name'])}: everybody who can pull the image can read it; let users make it`
    ));
    const wrong = [...errors.flatMap(eachProblem).map(formatFinding), ...secrets];
    if (wrong.length > 0) throw new BoxcutterError(
      'export-invalid', 'input', `${this.node.path} cannot be written as a provider:\n${wrong.join('\n')}`,
      { details: { findings: errors } },
    );
    const { manifestsOfObjects, providerFiles } = produceModule();
    const manifests = manifestsOfObjects(of.packageName, objects, defined({ variables }));
    return providerFiles(
      { name: of.packageName, type, version: `v${version}`, ...defined({ platform, image, profile, installOrder }) }, manifests,
    );
  }

  private document(): object {
    const { package: { packageName }, version } = this.props;
    return exportModule().bundleDocument(this.node.id, { format: CAPI_FORMAT, packageName, version, files: this.files });
  }

  private problems(): string[] {
    const known = (this.known ??= this.attempt());
    return known instanceof BoxcutterError ? [known.message] : [];
  }
}

function isPublishedSecret({ kind, data, stringData }: JsonObject): boolean {
  return kind === 'Secret' && Object.keys({ ...asObject(data), ...asObject(stringData) }).length > 0;
}

/** Only those who export a provider load what writes one. */
function exportModule(): typeof import('../../lib/formats/export') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('../../lib/formats/export') as typeof import('../../lib/formats/export');
}

function produceModule(): typeof import('../../lib/capi/produce') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('../../lib/capi/produce') as typeof import('../../lib/capi/produce');
}
