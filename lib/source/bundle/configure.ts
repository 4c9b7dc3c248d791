/**
 * A bundle with everything that it is rendered with: where it goes, its configuration, who issues its certificates, what the cluster is.
 */
import type { CollisionProtection, JsonObject, RecordedChoices, Untrusted } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import {
  type Bundle, type CertificateProviderName, checkBundleConfig, type ClusterFacts, formatOf, suggestedNamespaceOf,
} from '../../formats';
import { refuseOtherPackage } from '../../revision';
import type { Choices } from '../choices';
import { configuredBefore, leftOut, reusedOfRelease } from '../configuration/before';
import type { GivenValues, Layer } from '../configuration/layers';
import { typedBySchema } from '../configuration/typed-values';
import { configSourcesOf, isConfigured, readConfigValues } from '../configuration/values';
import type { BundleSource } from '../source';
import type { Surroundings } from '../surroundings';
import { certificatesFor } from './certificates';

export interface ConfiguredBundle {
  readonly kind: 'bundle';
  readonly source: BundleSource;
  readonly extension: string;
  /** Where it is installed. */
  readonly namespace: string;
  /** Before defaults; absent: none was given. */
  readonly config?: JsonObject;
  /** Where the configuration was given. @default nowhere that could be named */
  readonly layers?: readonly Layer[];
  /** Some of the configuration comes from state that is not trusted. */
  readonly untrusted?: Untrusted;
  /** Who issues certificates, where it needs them. */
  readonly certificates?: CertificateProviderName;
  /** A configuration passes unchecked where the bundle has no schema for it. */
  readonly acceptUnchecked: boolean;
  /** Of a chart on a cluster: what its templates see. */
  readonly cluster?: Pick<ClusterFacts, 'kubernetesVersion' | 'apiVersions'>;
  /** Kubernetes version that was chosen. */
  readonly kubernetesVersion?: string;
  readonly collisionProtection?: CollisionProtection;
  /** It may go to an older Kubernetes than it says that it needs. */
  readonly ignoresMinKubeVersion: boolean;
  /** It goes to a cluster, so what is only for its author is left unsaid. */
  readonly installs: boolean;
}

/**
 * @throws BoxcutterError category input: `usage-namespace`, `package-differs`, `config-not-given`, `config-unknown`, `certificates-needed`,
 *   and what reading the configuration says
 */
export async function configureBundle(source: BundleSource, choices: Choices, surroundings: Surroundings): Promise<ConfiguredBundle> {
  const { bundle } = source;
  const { facts, onNote } = surroundings;
  const namespace = installNamespaceOf(bundle, choices);
  const extension = choices.name ?? bundle.packageName;
  const recorded = await recordedOf(bundle, extension, choices, surroundings);
  const acceptUnchecked = choices.dangerouslyAcceptBundlesWithoutConfigSchema === true;
  const given = await valuesOf(extension, choices, recorded, onNote);
  const config = given.values && typedBySchema(given, (values) => checkBundleConfig(bundle, values, {
    installNamespace: namespace, dangerouslyAcceptBundlesWithoutConfigSchema: acceptUnchecked,
  }).issues);
  const untrusted = choices.reuseConfig === true ? recorded?.untrusted : undefined;
  const certificates = await certificatesFor(bundle, choices, recorded, surroundings);
  const cluster = formatOf(bundle).isTemplated ? await facts?.() : undefined;
  const { kubernetesVersion, collisionProtection } = choices;
  return {
    kind: 'bundle',
    source,
    extension,
    namespace,
    layers: given.layers,
    acceptUnchecked,
    ignoresMinKubeVersion: choices.ignoreMinKubeVersion === true,
    installs: facts !== undefined,
    ...defined({ config, untrusted, certificates, cluster, kubernetesVersion, collisionProtection }),
  };
}

/**
 * What was chosen for it the last time; of another package, which takes its place, that means nothing.
 * @throws BoxcutterError `package-differs` (input)
 */
async function recordedOf(
  bundle: Bundle,
  extension: string,
  choices: Choices,
  { recorded }: Surroundings,
): Promise<RecordedChoices | undefined> {
  const found = await recorded?.(extension);
  if (found === undefined) return undefined;
  refuseOtherPackage({ extension, packageName: bundle.packageName }, found, { changePackage: choices.changePackage === true });
  return found.packageName === undefined || found.packageName === bundle.packageName ? found : { packageName: found.packageName };
}

async function valuesOf(
  extension: string,
  choices: Choices,
  recorded: RecordedChoices | undefined,
  onNote: (note: string) => void,
): Promise<GivenValues> {
  const sources = configSourcesOf(choices);
  const over = configuredBefore(extension, recorded, isConfigured(sources), choices);
  const given = await readConfigValues({ ...sources, over }, onNote);
  const notes = [reusedOfRelease(extension, recorded, choices), leftOut(recorded, given.values, choices)];
  for (const note of notes) if (note !== undefined) onNote(note);
  return given;
}

/**
 * Where a bundle is installed has to be said: with that of the context, an upgrade that is called from another one would move all of it, or
 * install it once more.
 * @throws BoxcutterError `usage-namespace`
 */
export function installNamespaceOf(bundle: Bundle, { namespace }: Pick<Choices, 'namespace'>): string {
  if (namespace !== undefined) return namespace;
  const suggested = suggestedNamespaceOf(bundle);
  throw new BoxcutterError('usage-namespace', 'input', `Bundle ${bundle.name} needs a namespace to be installed into.`, {
    hint: `Add --namespace NAME${suggested === undefined ? '' : `; its author suggests ${suggested}`}.`,
  });
}
