/** The objects of a bundle as constructs. */
import type { Construct } from 'constructs';
import type { JsonObject } from '../../lib/api';
import type { Bundle, BundleFiles, BundleFormat, CertificateProviderName, ReadResult, RenderResult } from '../../lib/formats';
import type { LocalBundle } from '../../lib/formats/project';
import { defined } from '../../lib/defined';
import { BoxcutterError } from '../../lib/errors';
import type { Issue, Wording } from '../../lib/issue';
import { constructIssue } from '../issues';
import { ReadObjects } from './read-objects';
import { constructWording } from '../wording';
import { enclosingRevision } from '../enclosing-revision';

/** @typeParam Config what can be configured; `boxcutter import bundle` writes the type */
export interface BundleContentProps<Config extends object = JsonObject> {
  /**
   * The bundle: a folder (relative to the working directory), an archive like a packed chart, or the reference of an image that
   * `boxcutter bundle fetch` has pinned, with or without `oci://`. Or its files.
   */
  readonly bundle: string | BundleFiles;

  /**
   * Where the operator runs and namespaced objects go.
   * @default - that of the revision
   */
  readonly namespace?: string;

  /**
   * Configuration, checked against the bundle's schema.
   * @default - none
   */
  readonly config?: Config;

  /**
   * Who issues certificates for webhooks and API services. Bundles that have neither need no issuer.
   * @default 'cert-manager'
   */
  readonly certificates?: CertificateProviderName;

  /**
   * Lets a configuration pass unchecked when the bundle has no schema for it.
   * @default false
   */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;

  /**
   * Charts only: name of the release, from which names of objects are made.
   * @default - the extension's name; outside of a revision that of the package
   */
  readonly releaseName?: string;

  /**
   * Charts only: Kubernetes version that templates see, like `1.36`.
   * @default - that of the revision, or the newest that this package knows
   */
  readonly kubernetesVersion?: string;

  /**
   * Charts only: API versions that templates see beside those that helm knows: `monitoring.coreos.com/v1`.
   * @default - none
   */
  readonly apiVersions?: readonly string[];

  /**
   * Charts only: renders as helm does for an upgrade, with the hooks of upgrades in place of those of installations.
   * @default false
   */
  readonly upgrade?: boolean;
}

/**
 * The objects that a bundle of any format consists of, for a namespace and a configuration. They can be patched, removed, ordered, probed
 * and put into phases, and every value stays as the bundle has it.
 *
 * What is wrong with bundle and configuration is reported by the validation of the revision, all at once, with file and line.
 */
export class BundleContent extends ReadObjects {
  /** Undefined when the bundle cannot be read; the validation says why. */
  readonly format: BundleFormat | undefined;
  readonly packageName: string | undefined;
  readonly version: string | undefined;
  /** Name of this version: `keda.v2.20.1`. */
  readonly bundleName: string | undefined;
  /** The image itself, where the bundle comes from one: `quay.io/team/shop@sha256:…`. */
  readonly reference: string | undefined;
  /** JSON Schema of the configuration; undefined when what the bundle takes is not known. */
  readonly configSchema: JsonObject | undefined;
  protected readonly source: string;

  /**
   * @throws BoxcutterError category input: there is nothing to read (`bundle-not-found`, `bundle-unreadable`), it has not been fetched
   *   (`bundle-not-locked`, `bundle-not-fetched`, `bundle-changed`), or there is no namespace (`bundle-namespace`)
   */
  constructor(scope: Construct, id: string, props: BundleContentProps<object>) {
    super(scope, id);
    const revision = enclosingRevision(this);
    const namespace = props.namespace ?? revision?.namespace;
    if (namespace === undefined) {
      throw new BoxcutterError(
        'bundle-namespace', 'input',
        `${this.node.path} does not know the namespace of the bundle.`,
        { hint: 'Give it a namespace, or give one to the revision.' },
      );
    }
    const files = filesOf(props.bundle);
    this.source = files.origin;
    this.reference = files.reference;
    const { bundle, issues } = readOnce(files);
    this.format = bundle?.format;
    this.packageName = bundle?.packageName;
    this.version = bundle?.version;
    this.bundleName = bundle?.name;
    this.configSchema = bundle === undefined ? undefined : bundles().configSchemaOf(bundle);
    if (bundle === undefined) {
      this.take({ objects: [], issues, wording: contentWording() });
      return;
    }
    const kubernetesVersion = props.kubernetesVersion ?? revision?.kubernetesVersion;
    const rendered = render(bundle, namespace, { releaseName: revision?.extension, ...props, kubernetesVersion });
    const isPlaced = bundles().formatOf(bundle).placesObjects;
    this.take({
      ...rendered,
      issues: [...issues, ...bundles().requirementIssues(bundle), ...rendered.issues, ...leftOut(bundle, rendered)],
      wording: contentWording(),
      isPlaced,
      ...(isPlaced ? {} : { namespace }),
    });
  }
}

/** What a package says beside its objects and their phases has no place among constructs, and may not be lost without a word. */
function leftOut({ name }: Bundle, { arrangement = {}, objects }: RenderResult): readonly Issue[] {
  const keys = ['probes', 'order', 'collisionProtection', 'replacementPolicy', 'progressDeadlineMinutes'] as const;
  const isSaid = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const ofRevision = keys.filter((key) => isSaid(arrangement[key]));
  const ofObjects = (['collisionProtection', 'replacementPolicy'] as const)
    .filter((key) => arrangement[key] === undefined && objects.some((object) => object[key] !== undefined));
  const wishes = [...ofRevision, ...ofObjects];
  return wishes.length === 0 ? [] : [constructIssue('package-with-wishes', { bundle: name, wishes }, { origin: { source: name } })];
}

const PROVIDERS: readonly string[] = ['cert-manager', 'service-ca', 'none'] satisfies CertificateProviderName[];

interface RenderProps extends Omit<BundleContentProps<object>, 'releaseName' | 'kubernetesVersion'> {
  readonly releaseName?: string | undefined;
  readonly kubernetesVersion?: string | undefined;
}

function render(bundle: Bundle, installNamespace: string, props: RenderProps): RenderResult {
  const { config, certificates = 'cert-manager', dangerouslyAcceptBundlesWithoutConfigSchema = false } = props;
  const { releaseName, kubernetesVersion, apiVersions, upgrade } = props;
  if (!PROVIDERS.includes(certificates)) {
    const issue = constructIssue('unknown-certificates', { given: String(certificates), known: PROVIDERS }, { path: ['certificates'] });
    return { issues: [issue], objects: [] };
  }
  return bundles().renderBundle(bundle, {
    installNamespace,
    config,
    certificates,
    dangerouslyAcceptBundlesWithoutConfigSchema,
    ...defined({ releaseName, kubernetesVersion, apiVersions, upgrade }),
  });
}

/**
 * The files that are meant.
 * @throws BoxcutterError category input: there are none
 */
export function filesOf(bundle: string | BundleFiles): LocalBundle {
  return typeof bundle === 'string' ? project().localBundle(bundle) : bundle;
}

const read = new WeakMap<BundleFiles, ReadResult>();

/** Reads a bundle; the same files again at no cost. */
export function readOnce(files: BundleFiles): ReadResult {
  const result = read.get(files) ?? bundles().readBundle(files, { forInstall: true });
  read.set(files, result);
  return result;
}

/** The words for what can be wrong with a bundle, or with what its construct is given. */
export function contentWording(): Wording {
  return { ...bundles().formatsWording, ...constructWording };
}

/* Projects without bundles never load the bundle reader. */
/* eslint-disable @typescript-eslint/no-require-imports */
function bundles(): typeof import('../../lib/formats') {
  return require('../../lib/formats') as typeof import('../../lib/formats');
}

function project(): typeof import('../../lib/formats/project') {
  return require('../../lib/formats/project') as typeof import('../../lib/formats/project');
}
