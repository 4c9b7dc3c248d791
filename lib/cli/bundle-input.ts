/**
 * From a bundle that the user names to the objects that it stands for: opened, read, configured, rendered.
 */
import { existsSync } from 'node:fs';
import { type Bundle, type CertificateProviderName, needsCertificates, readBundle, renderBundle, type RenderResult } from '../bundle';
import { isImageReference, pinnedReference } from '../bundle/project';
import { BoxcutterError } from '../errors';
import type { BundleFacts } from '../runtime';
import { refuseFindings } from './refuse-findings';

export interface BundleChoices {
  /** Name of the extension. */
  readonly name?: string | undefined;
  /** Where it is installed; otherwise what the connection says, but not when the state has a namespace of its own. */
  readonly namespace?: string | undefined;
  readonly stateNamespace?: string | undefined;
  readonly config?: readonly string[] | undefined;
  readonly set?: readonly string[] | undefined;
  readonly setString?: readonly string[] | undefined;
  readonly certificates?: CertificateProviderName | 'auto' | undefined;
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean | undefined;
  readonly kubernetesVersion?: string | undefined;
}

/** What rendering takes from a cluster, and its default namespace. Asked for only where it matters. */
export interface ClusterFacts extends BundleFacts {
  readonly defaultNamespace: string;
}

export interface OpenedBundle {
  /** As the user named it. */
  readonly path: string;
  readonly bundle: Bundle;
  /** Where it came from a registry: reference with digest. */
  readonly reference?: string;
}

/** @throws BoxcutterError what opening says; `input-invalid` with everything that is wrong with it */
export async function openBundleInput(path: string, onNote: (note: string) => void): Promise<OpenedBundle> {
  const { openBundle } = await import('../image/index.js');
  const { files, image } = await openBundle(path);
  const { findings, bundle } = readBundle(files);
  refuseFindings(findings.filter(({ severity }) => severity === 'error'), onNote, `The bundle ${path}`);
  if (bundle === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${path} could not be read.`);
  // Warnings are for its author, who asks for them with `bundle validate`; whoever installs it can do nothing about them.
  const isRemote = image !== undefined && isImageReference(image.reference) && !existsSync(path);
  return { path, bundle, ...(isRemote ? { reference: pinnedReference(image.reference, image.digest) } : {}) };
}

export interface RenderedBundle extends RenderResult {
  readonly extension: string;
  readonly namespace: string;
}

/** @throws BoxcutterError `usage-namespace`, and `input-invalid` with everything that is wrong with the configuration */
export async function renderBundleInput(
  { bundle, path }: OpenedBundle,
  choices: BundleChoices,
  onNote: (note: string) => void,
  facts?: () => Promise<ClusterFacts>,
): Promise<RenderedBundle> {
  const namespace = await installNamespaceOf(bundle, choices, facts);
  const { readConfigValues } = await import('./config-values.js');
  const config = await readConfigValues({ files: choices.config ?? [], set: choices.set ?? [], setString: choices.setString ?? [] });
  const certificates = await certificatesFor(bundle, choices, onNote, facts);
  const cluster = bundle.format === 'helm' ? await facts?.() : undefined;
  const kubernetesVersion = choices.kubernetesVersion ?? cluster?.kubernetesVersion;
  const extension = choices.name ?? bundle.packageName;
  const rendered = renderBundle(bundle, {
    installNamespace: namespace,
    certificates,
    releaseName: extension,
    ...(config === undefined ? {} : { config }),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(cluster === undefined ? {} : { apiVersions: cluster.apiVersions }),
    dangerouslyAcceptBundlesWithoutConfigSchema: choices.dangerouslyAcceptBundlesWithoutConfigSchema === true,
  });
  const hint = rendered.findings.some(({ code }) => code === 'invalid-config') ? `What can be configured: boxcutter config ${path}` : undefined;
  refuseFindings(rendered.findings.filter(({ code }) => facts === undefined || !isForAuthors(code)), onNote, `The configuration of bundle ${bundle.name}`, hint);
  return { ...rendered, extension, namespace };
}

/**
 * Where a bundle is installed: what is given, otherwise the namespace of the context. With the state elsewhere it has to be given: an upgrade
 * without it would find the extension, and move all of it to the namespace of the context.
 * @throws BoxcutterError `usage-namespace`
 */
export async function installNamespaceOf(
  bundle: Bundle,
  { namespace, stateNamespace }: BundleChoices,
  facts?: () => Promise<Pick<ClusterFacts, 'defaultNamespace'>>,
): Promise<string> {
  if (namespace !== undefined) return namespace;
  if (facts !== undefined && stateNamespace === undefined) return (await facts()).defaultNamespace;
  const why = facts === undefined ? '' : '; with --state-namespace it is not taken from the context, since an upgrade could move it by that';
  const suggested = bundle.csv?.annotations['operatorframework.io/suggested-namespace'];
  throw new BoxcutterError('usage-namespace', 'input', `Bundle ${bundle.name} needs a namespace to be installed into${why}.`, {
    hint: `Add --namespace NAME${suggested === undefined ? '' : `; its author suggests ${suggested}`}.`,
  });
}

/**
 * How hooks differ from helm's is the same at every run, and `bundle render` says it; whoever installs only needs to know of what is missing
 * that an upgrade may need.
 */
function isForAuthors(code: string): boolean {
  return code.startsWith('hook-') && code !== 'hook-upgrade-only';
}

async function certificatesFor(
  bundle: Bundle,
  { certificates = 'auto' }: BundleChoices,
  onNote: (note: string) => void,
  facts?: () => Promise<ClusterFacts>,
): Promise<CertificateProviderName> {
  if (certificates !== 'auto') return certificates;
  if (!needsCertificates(bundle)) return 'none';
  if (facts === undefined) {
    onNote(`${bundle.name} has webhooks or API services; their certificates are rendered for cert-manager (--certificates says otherwise).`);
    return 'cert-manager';
  }
  const { certificates: found } = await facts();
  if (found !== 'none') return found;
  throw new BoxcutterError('certificates-needed', 'input', `Bundle ${bundle.name} has webhooks or API services, which need certificates, and nothing on the cluster issues any.`, {
    hint: 'Install cert-manager first (on OpenShift its own service does it), or choose with --certificates.',
  });
}
