/** What a provider says of itself, and how that is written for each of the two layouts. */
import type { JsonObject } from '../../api';
import { sha256 } from '../../api/canonical-json';
import { defined } from '../../defined';
import { stringifyYaml } from '../../yaml';
import { DESIGN_FOLDER, INSTALL_ORDERS, LAST_ORDER, PROFILES_FOLDER } from '../layout';
import { providerError } from './error';

/** Types of platforms that `Infrastructure` of OpenShift knows. A component for another one would never be installed. */
export const PLATFORM_TYPES = [
  'AWS', 'AlibabaCloud', 'Azure', 'BareMetal', 'EquinixMetal', 'External', 'GCP', 'IBMCloud', 'KubeVirt', 'Libvirt', 'None', 'Nutanix',
  'OpenStack', 'PowerVS', 'VSphere', 'oVirt',
] as const;

export type PlatformType = (typeof PLATFORM_TYPES)[number];

export interface ProviderDescription {
  /** Of the component: `cluster-api-provider-aws`. Its objects get it as the value of a label. */
  readonly name: string;
  /** `core`, `infrastructure`, or what else Cluster API has: `bootstrap`, `control-plane`. */
  readonly type: string;
  /** As the provider spells it: `v2.10.0`. */
  readonly version: string;
  /** Type of the platform that it is for. @default all */
  readonly platform?: PlatformType;
  /** Image in the manifests that is replaced by the image that has the manifests in it. @default none is replaced */
  readonly image?: string;
  /**
   * Folder in `/capi-operator-manifests`, for the operator of OpenShift as well.
   * @default `/capi-manifests`, the layout of the operator's design, which has one profile
   */
  readonly profile?: string;
  /** Components are installed in ascending order; only a profile says it. @default 10 for `core`, 20 for `infrastructure`, 30 for others */
  readonly installOrder?: number;
}

/** What the value of a label may be. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/;
const PROFILE = /^[a-zA-Z0-9_-]{1,255}$/;

/**
 * Texts by path.
 * @throws BoxcutterError `capi-provider` (input): what it says of itself cannot be
 */
export function layoutOf(description: ProviderDescription, manifests: string): Readonly<Record<string, string>> {
  refuseStrange(description);
  const { profile } = description;
  if (profile === undefined) return {
    [`${DESIGN_FOLDER}/metadata.json`]: `${JSON.stringify(designMetadata(description, manifests), null, 2)}\n`,
    [`${DESIGN_FOLDER}/manifests`]: manifests,
  };
  const folder = `${PROFILES_FOLDER}/${profile}`;
  return { [`${folder}/metadata.yaml`]: stringifyYaml(profileMetadata(description)), [`${folder}/manifests.yaml`]: manifests };
}

/** The order that a layout without one gives. */
export function orderOf({ type, installOrder }: ProviderDescription): number {
  return installOrder ?? INSTALL_ORDERS[type] ?? LAST_ORDER;
}

function designMetadata({ name, type, version, platform, image }: ProviderDescription, manifests: string): JsonObject {
  return {
    providerName: name, providerType: type, providerVersion: version,
    ...defined({ ocpPlatform: platform }), contentID: sha256(manifests).toString('hex'), ...defined({ imageName: image }),
  };
}

function profileMetadata(description: ProviderDescription): JsonObject {
  const { name, type, version, platform, image } = description;
  return {
    name, installOrder: orderOf(description), ...defined({ ocpPlatform: platform }), attributes: { type, version },
    ...defined({ selfImageRef: image }),
  };
}

function refuseStrange({ name, type, version, profile, installOrder }: ProviderDescription): void {
  if (!NAME.test(name)) throw providerError(
    name, 'the name of a provider has letters, digits, - and ., at most 63, and begins and ends with a letter or digit',
  );
  for (const [what, text] of [['type', type], ['version', version]] as const) {
    if (!NAME.test(text.replaceAll('+', '-'))) throw providerError(name, `its ${what} is ${JSON.stringify(text)}`);
  }
  if (profile === undefined && installOrder !== undefined) throw providerError(
    name, 'only a profile has an order of its own; without one it follows from the type', 'Give a profile, or leave the order out.',
  );
  if (profile !== undefined && !PROFILE.test(profile)) throw providerError(name, 'a profile has letters, digits, - and _ in its name');
  if (installOrder !== undefined && !Number.isSafeInteger(installOrder)) throw providerError(name, 'its order is no whole number');
}
