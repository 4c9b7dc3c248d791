/**
 * From a bundle that the user names to the objects that it stands for: opened, read, configured, rendered.
 */
import { existsSync } from 'node:fs';
import type { JsonObject } from '../api';
import {
  type Bundle, type CertificateProviderName, formatOf, needsCertificates, readBundle, renderBundle, type RenderResult, suggestedNamespaceOf,
} from '../formats';
import { isImageReference, pinnedReference } from '../formats/project';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { refuseOtherPackage } from '../revision';
import type { Finding } from '../schema';
import { configuredBefore, leftOut, type Reuse } from './configuration/before';
import { refuseFindings } from './refuse-findings';
import type { RecordedChoices, Surroundings } from './surroundings';

export interface BundleChoices extends Reuse {
  /** Name of the extension. */
  readonly name?: string | undefined;
  /** Where it is installed. */
  readonly namespace?: string | undefined;
  readonly stateNamespace?: string | undefined;
  readonly config?: readonly string[] | undefined;
  readonly set?: readonly string[] | undefined;
  readonly setString?: readonly string[] | undefined;
  readonly certificates?: CertificateProviderName | 'auto' | undefined;
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean | undefined;
  readonly kubernetesVersion?: string | undefined;
  /** Another package may take the place of the one that is installed. */
  readonly changePackage?: boolean | undefined;
}

export interface OpenedBundle {
  /** As the user named it. */
  readonly path: string;
  readonly bundle: Bundle;
  /** Where it came from a registry: reference with digest. */
  readonly reference?: string;
}

/** @throws BoxcutterError what opening says; `input-invalid` with everything that is wrong with it */
export async function openBundleInput(path: string, onNote: (note: string) => void, writes?: boolean): Promise<OpenedBundle> {
  const { openBundle } = await import('../image/index.js');
  const { files, image } = await openBundle(path);
  const { findings, bundle } = readBundle(files);
  refuseFindings(findings.filter(({ severity }) => severity === 'error'), onNote, `The bundle ${path}`, { writes });
  if (bundle === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${path} could not be read.`);
  // Warnings are for its author, who asks for them with `bundle validate`; whoever installs it can do nothing about them.
  const isRemote = image !== undefined && isImageReference(image.reference) && !existsSync(path);
  return { path, bundle, ...(isRemote ? { reference: pinnedReference(image.reference, image.digest) } : {}) };
}

export interface RenderedBundle extends RenderResult {
  readonly extension: string;
  readonly namespace: string;
  /** What was configured, before defaults. */
  readonly config: JsonObject;
  /** Who issues certificates, where it needs them. */
  readonly certificates?: CertificateProviderName;
}

/**
 * @throws BoxcutterError category input: `usage-namespace`, `package-differs`, `config-not-given`, `config-unknown`, and `input-invalid` with
 *   everything that is wrong with the configuration
 */
export async function renderBundleInput(
  { bundle, path }: OpenedBundle,
  choices: BundleChoices,
  surroundings: Surroundings,
): Promise<RenderedBundle> {
  const { onNote, facts, writes } = surroundings;
  const namespace = installNamespaceOf(bundle, choices);
  const extension = choices.name ?? bundle.packageName;
  const recorded = await recordedOf(bundle, extension, choices, surroundings);
  const config = await configOf(extension, choices, recorded, onNote);
  const certificates = await certificatesFor(bundle, choices, recorded, surroundings);
  const format = formatOf(bundle);
  const cluster = format.isTemplated ? await facts?.() : undefined;
  const kubernetesVersion = choices.kubernetesVersion ?? cluster?.kubernetesVersion;
  const rendered = renderBundle(bundle, {
    installNamespace: namespace,
    certificates: certificates ?? 'none',
    releaseName: extension,
    ...defined({ config, kubernetesVersion, apiVersions: cluster?.apiVersions }),
    dangerouslyAcceptBundlesWithoutConfigSchema: choices.dangerouslyAcceptBundlesWithoutConfigSchema === true,
  });
  const findings = rendered.findings.filter((finding) => facts === undefined || !format.isForAuthors(finding)).map(asOption);
  const isConfig = findings.some(({ code, severity }) => severity === 'error' && code === 'invalid-config');
  refuseFindings(findings, onNote, isConfig ? `The configuration of bundle ${bundle.name}` : `Bundle ${bundle.name}`, {
    writes,
    ...(isConfig ? { hint: `What can be configured: boxcutter config ${path}` } : {}),
    ...defined({ title: isConfig ? undefined : format.refusalTitle(bundle) }),
  });
  const { findings: _, ...objects } = rendered;
  return { ...objects, findings, extension, namespace, config: config ?? {}, ...defined({ certificates }) };
}

/**
 * What was chosen for it the last time; of another package, which takes its place, that means nothing.
 * @throws BoxcutterError `package-differs` (input)
 */
async function recordedOf(
  bundle: Bundle,
  extension: string,
  choices: BundleChoices,
  { recorded }: Surroundings,
): Promise<RecordedChoices | undefined> {
  const found = await recorded?.(extension);
  if (found === undefined) return undefined;
  refuseOtherPackage({ extension, packageName: bundle.packageName }, found, { changePackage: choices.changePackage === true });
  return found.packageName === undefined || found.packageName === bundle.packageName ? found : { packageName: found.packageName };
}

async function configOf(
  extension: string,
  choices: BundleChoices,
  recorded: RecordedChoices | undefined,
  onNote: (note: string) => void,
): Promise<JsonObject | undefined> {
  const { readConfigValues } = await import('./configuration/values.js');
  const { config: files = [], set = [], setString = [] } = choices;
  const over = configuredBefore(extension, recorded, files.length + set.length + setString.length > 0, choices);
  const config = await readConfigValues({ files, set, setString, over }, onNote);
  const note = leftOut(recorded, config, choices);
  if (note !== undefined) onNote(note);
  return config;
}

/**
 * Where a bundle is installed has to be said: with that of the context, an upgrade that is called from another one would move all of it, or
 * install it once more.
 * @throws BoxcutterError `usage-namespace`
 */
export function installNamespaceOf(bundle: Bundle, { namespace }: BundleChoices): string {
  if (namespace !== undefined) return namespace;
  const suggested = suggestedNamespaceOf(bundle);
  throw new BoxcutterError('usage-namespace', 'input', `Bundle ${bundle.name} needs a namespace to be installed into.`, {
    hint: `Add --namespace NAME${suggested === undefined ? '' : `; its author suggests ${suggested}`}.`,
  });
}

/** Hints of the library name its option as programs write it. */
function asOption(finding: Finding): Finding {
  const { hint } = finding;
  const inWords = hint?.replace('set dangerouslyAcceptBundlesWithoutConfigSchema', 'add --dangerously-accept-bundles-without-config-schema');
  return inWords === undefined ? finding : { ...finding, hint: inWords };
}

/** @returns undefined for a bundle that needs none */
async function certificatesFor(
  bundle: Bundle,
  { certificates = 'auto' }: BundleChoices,
  recorded: RecordedChoices | undefined,
  { onNote, facts }: Surroundings,
): Promise<CertificateProviderName | undefined> {
  if (!needsCertificates(bundle)) return undefined;
  const what = `Bundle ${bundle.name} has webhooks or API services, which need certificates`;
  if (certificates === 'none') {
    throw new BoxcutterError('certificates-needed', 'input', `${what}, and --certificates none leaves them without.`, {
      hint: 'Choose who issues them: --certificates cert-manager, or service-ca on OpenShift.',
    });
  }
  if (certificates !== 'auto') return certificates;
  // Another provider that came to the cluster in the meantime changes nothing about what runs.
  const before = ISSUERS.find((name) => name === recorded?.certificates);
  if (before !== undefined) return before;
  if (facts === undefined) {
    onNote(`${bundle.name} has webhooks or API services; their certificates are rendered for cert-manager (--certificates says otherwise).`);
    return 'cert-manager';
  }
  const { certificates: found } = await facts();
  if (found !== 'none') return found;
  throw new BoxcutterError('certificates-needed', 'input', `${what}, and nothing on the cluster issues any.`, {
    hint: 'Install cert-manager first (on OpenShift its own service does it), or choose with --certificates.',
  });
}

const ISSUERS: readonly CertificateProviderName[] = ['cert-manager', 'service-ca'];
