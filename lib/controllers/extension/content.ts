/** From the bundle that was chosen to the documents of a revision: pulled, configured, rendered, compiled. Writes nothing. */
import { createHash } from 'node:crypto';
import {
  ANNOTATION_BUNDLE_CONTENT, ANNOTATION_BUNDLE_RELEASE, ANNOTATION_PROPERTIES, ANNOTATION_REQUEST, type BundleProperty, type JsonObject,
  keptProperties, type KubeObject, type ResolvedRevision, type RevisionManifest,
} from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import type { CarryingBlob } from '../../catalog';
import { configWording } from '../../config';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { type Bundle, checkBundleConfig, type ClusterFacts, makesUpValues } from '../../formats';
import { parseImageReference } from '../../image';
import { isError, type Issue, wordsOf } from '../../issue';
import {
  type BundleSource, compileRevisionOf, configure, inWords, openBundle, openCarriedBundle, placelessKinds, type RevisionDetails,
  type ScopeOf,
} from '../../source';
import { type Approval, approvalAnnotation, rollbackAnnotation, type RollbackMarker } from '../../state';
import { renderedDigest } from '../approval';
import { concealed, isTelling } from './configuration';
import type { ServiceAccount } from '../process';
import { accountAnnotations } from './account';
import type { RevisionBundle } from './revision-facts';

export interface ContentRequest {
  readonly extension: string;
  readonly packageName: string;
  readonly namespace: string;
  readonly bundle: RevisionBundle;
  /** As a catalog has them. Absent: no catalog has the bundle any more. */
  readonly properties?: readonly BundleProperty[];
  readonly config?: JsonObject;
  /** The configuration comes from a Secret: no value of it may be shown, and what is made of it goes into Secrets. */
  readonly isConfidential?: boolean;
  /** The configuration passes unchecked where the bundle has no schema for it. */
  readonly acceptUnchecked?: boolean;
  /** For names and digests of confidential content; the same for the same request. */
  readonly contentSalt?: string;
  /** The bundle as its catalog carries it, where it names no image. */
  readonly carrying?: CarryingBlob;
  readonly number: number;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
  readonly progressDeadlineMinutes?: number;
  /** Of the extension: who looks at it by its labels (shards, people) finds its revisions by the same. */
  readonly labels?: Readonly<Record<string, string>>;
  /** As whom its objects are written. */
  readonly account?: ServiceAccount;
  /** `requestDigest` of all this. */
  readonly request: string;
  /** Present when it brings an earlier version back. */
  readonly rollback?: RollbackMarker;
  /** Who has approved the upgrade. */
  readonly approval?: Approval;
}

export interface ContentPlace {
  /** Where content Secrets go. */
  readonly systemNamespace: string;
  /** Who the cluster is, asked when rendering needs it. */
  readonly facts: () => Promise<ClusterFacts>;
  /** Where objects of a kind live that only the cluster knows, asked for those that name no namespace. */
  readonly scopeOf: ScopeOf;
  /** Asks a registry, in its turn. @default at once */
  readonly pulling?: <T>(registry: string, work: () => Promise<T>) => Promise<T>;
  /** Called with what is worth saying and no error. */
  readonly onNote: (note: string) => void;
}

export interface RevisionContent {
  readonly manifest: RevisionManifest;
  /** Immutable Secrets that the manifest refers to. */
  readonly secrets: readonly KubeObject[];
  readonly resolved: ResolvedRevision;
  readonly bundle: Bundle;
  /** What it was made of: the image with its digest, or a digest of what the catalog carries. */
  readonly source: string;
  /** `renderedDigest` of its objects. */
  readonly rendered: string;
}

/** The configuration does not fit the bundle: nothing changes that but another configuration, or another bundle. */
export class InvalidConfiguration extends Error {}

/**
 * @throws InvalidConfiguration with all that is wrong with it, in the words of the requirements
 * @throws BoxcutterError what opening, rendering and compiling say
 */
export async function revisionContent(request: ContentRequest, place: ContentPlace): Promise<RevisionContent> {
  const { isConfidential = false } = request;
  const source = await openedBundle(request, place);
  const identity = identityOf(source, request);
  refuseOther(source.bundle, request);
  refuseConfig(source, request);
  const { manifest, contentSecrets, resolved } = await (isConfidential ? withoutTelling(() => compiled()) : compiled());
  await refusePlaceless(resolved, place);
  const spec = { ...manifest.spec, ...(request.previous.length === 0 ? {} : { previous: request.previous }) };
  const rendered = renderedDigest(resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object)), {
    makesUp: makesUpValues(source.bundle), salt: isConfidential ? request.contentSalt : undefined,
  });
  return { manifest: { ...manifest, spec }, secrets: contentSecrets, resolved, bundle: source.bundle, source: identity, rendered };

  async function compiled() {
    const { extension, namespace, config, acceptUnchecked = false } = request;
    const surroundings = { onNote: isConfidential ? () => {} : place.onNote, facts: place.facts, scopeOf: place.scopeOf };
    const configured = await configure(source, { name: extension, namespace }, surroundings);
    return compileRevisionOf({ ...configured, acceptUnchecked, ...defined({ config }) }, surroundings, detailsOf(request, identity, place));
  }
}

/**
 * A revision is written once and for all, so it waits until the cluster can say where its objects go.
 * @throws BoxcutterError `kind-unserved` (collision)
 */
async function refusePlaceless({ phases }: ResolvedRevision, { scopeOf }: ContentPlace): Promise<void> {
  const kinds = await placelessKinds(phases.flatMap(({ objects }) => objects.map(({ object }) => object)), scopeOf);
  if (kinds.length === 0) return;
  const message = 'The API server does not serve these kinds, so it is not known whether their objects go into a namespace: '
    + `${kinds.join(', ')}.`;
  throw new BoxcutterError('kind-unserved', 'collision', message, { hint: 'Install what defines them first.', details: { kinds } });
}

/** Equal: the same content, whatever a tag says. */
function identityOf({ reference }: BundleSource, { carrying }: ContentRequest): string {
  return reference ?? `sha256:${createHash('sha256').update(canonicalJson(carrying as unknown as JsonObject)).digest('hex')}`;
}

/** @throws BoxcutterError `catalog-image-missing` (input): neither an image nor what a catalog carries is there */
async function openedBundle({ bundle: { name, reference }, carrying }: ContentRequest, place: ContentPlace): Promise<BundleSource> {
  const surroundings = { onNote: place.onNote, facts: place.facts };
  if (reference !== undefined) {
    const open = (): Promise<BundleSource> => openBundle(`oci://${reference}`, surroundings);
    return place.pulling === undefined ? open() : place.pulling(registryOf(reference), open);
  }
  if (carrying !== undefined) return openCarriedBundle(`Bundle ${name}`, carrying, surroundings);
  throw new BoxcutterError(
    'catalog-image-missing', 'input', `Bundle ${name} names no image, and no catalog has it any more, so there is nothing to install.`,
  );
}

/** `registry.example`; what is no reference has none, and opening it says so. */
function registryOf(reference: string): string {
  try {
    return parseImageReference(reference).registry;
  } catch {
    return '';
  }
}

/** @throws BoxcutterError what the work says, without what may quote the configuration */
async function withoutTelling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTelling(error)) throw error;
    throw new BoxcutterError(
      'confidential-failure', 'input', 'it cannot be rendered with this configuration. Why is not shown, as it may quote the Secret; '
        + 'to see it, render the bundle with the same configuration on a machine of your own (boxcutter bundle render).',
    );
  }
}

function detailsOf(
  {
    bundle, properties, number, progressDeadlineMinutes, labels, contentSalt, request, account, rollback, approval,
  }: ContentRequest,
  identity: string, place: ContentPlace,
): RevisionDetails {
  const kept = properties === undefined ? [] : keptProperties(properties).properties;
  return {
    number,
    // The edges of the catalog know it by the name that it has there.
    bundleName: bundle.name,
    // Of a format whose bundles know no version, only the catalog knows it.
    version: bundle.version,
    systemNamespace: place.systemNamespace,
    ...defined({ progressDeadlineMinutes, labels, contentSalt }),
    annotations: {
      [ANNOTATION_REQUEST]: request,
      ...accountAnnotations(account),
      ...(bundle.reference === undefined ? { [ANNOTATION_BUNDLE_CONTENT]: identity } : {}),
      ...(bundle.release === undefined ? {} : { [ANNOTATION_BUNDLE_RELEASE]: bundle.release }),
      ...(kept.length === 0 ? {} : { [ANNOTATION_PROPERTIES]: JSON.stringify(kept) }),
      ...(rollback === undefined ? {} : rollbackAnnotation(rollback)),
      ...(approval === undefined ? {} : approvalAnnotation(approval)),
    },
  };
}

/** A catalog that says one thing and an image that is another: what was resolved is not what would be installed. */
function refuseOther(found: Bundle, { packageName, bundle: { name, version, reference } }: ContentRequest): void {
  const isVersion = found.version === undefined || found.version === version;
  if (found.packageName === packageName && isVersion) return;
  const is = `${found.packageName}${found.version === undefined ? '' : ` ${found.version}`}`;
  throw new BoxcutterError(
    'catalog-bundle-differs', 'input', `The catalog says that ${reference} is ${packageName} ${version} (${name}), and it is ${is}.`,
    { hint: 'Ask the publisher of the catalog.' },
  );
}

function refuseConfig({ bundle }: BundleSource, { config, namespace, isConfidential, acceptUnchecked = false }: ContentRequest): void {
  const { issues } = checkBundleConfig(bundle, config, {
    installNamespace: namespace, dangerouslyAcceptBundlesWithoutConfigSchema: acceptUnchecked,
  });
  const mistakes = issues.filter(isError).map((issue) => (isConfidential === true ? concealed(issue) : issue));
  if (mistakes.length > 0) throw new InvalidConfiguration(mistakes.map(mistakeText).join('; '));
}

/** With what to do about it in the words of the API: the command's name its options. */
function mistakeText(issue: Issue): string {
  if (issue.code !== 'invalid-config') return inWords(issue).message;
  const { message } = wordsOf(issue, configWording);
  const hint = issue.data['mayPass'] === true
    ? 'Leave spec.config out, or set spec.config.dangerouslyAcceptBundlesWithoutConfigSchema to true to let it pass unchecked.'
    : wordsOf(issue, configWording).hint;
  return hint === undefined ? message : `${message}. ${hint}`;
}
