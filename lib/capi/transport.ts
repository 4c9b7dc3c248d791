/**
 * Transport ConfigMaps: how releases handed manifests over before images did. Labels say which provider; `data.components` has its
 * manifests, or `binaryData.components-zstd` where they are too large for it. What is too large even so comes in several ConfigMaps.
 */
import type { KubeObject } from '../api';
import { compareBytes } from '../api/canonical-json';
import { defined } from '../defined';
import { Budget, decompress } from '../formats/archive';
import type { Component, Profile, Provider } from './component';
import { manifestsError } from './error';
import { INSTALL_ORDERS, LAST_ORDER } from './layout';

export const LABEL_PROVIDER_NAME = 'provider.cluster.x-k8s.io/name';
export const LABEL_PROVIDER_TYPE = 'provider.cluster.x-k8s.io/type';
export const LABEL_PROVIDER_VERSION = 'provider.cluster.x-k8s.io/version';
/** Annotation on each slice: how many there are. Without it, those that are there are all. */
export const ANNOTATION_SLICES = 'capi-operator.openshift.io/slices';
/** Annotation: the release that it belongs to. Without it, any. */
export const ANNOTATION_RELEASE = 'capi-operator.openshift.io/release-version';

const PLACEHOLDER = { text: 'to.be/replaced:v99', times: 'once-per-document' } as const;
/** Bytes of the manifests of a provider, all slices together; the largest that is known has 1.4 MB. */
const MOST_MANIFESTS = 16 * 1024 * 1024;
const LIMITS = { files: 1, total: MOST_MANIFESTS, file: MOST_MANIFESTS, unpacked: MOST_MANIFESTS } as const;

export interface TransportConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

/** @param images what replaces the placeholder, by name of the provider */
export interface TransportPlace {
  readonly release: string;
  readonly images: (provider: Provider) => string | undefined;
}

/**
 * The components that are whole: all slices of one provider are there, and of this release.
 * @throws BoxcutterError `capi-manifests`
 */
export function transportComponents(all: Iterable<TransportConfigMap>, { release, images }: TransportPlace): readonly Component[] {
  const providers = new Map<string, TransportConfigMap[]>();
  for (const configMap of all) {
    const { labels = {}, annotations = {}, deletionTimestamp } = configMap.metadata;
    const [name, type] = [labels[LABEL_PROVIDER_NAME], labels[LABEL_PROVIDER_TYPE]];
    const of = annotations[ANNOTATION_RELEASE] ?? release;
    if (name === undefined || type === undefined || of !== release || deletionTimestamp !== undefined) continue;
    const key = `${type}/${name}`;
    providers.set(key, [...(providers.get(key) ?? []), configMap]);
  }
  return [...providers.values()].flatMap((slices) => {
    const sorted = [...slices].sort((a, b) => compareBytes(a.metadata.name ?? '', b.metadata.name ?? ''));
    return isWhole(sorted) ? [componentOf(sorted, images)] : [];
  });
}

function isWhole(slices: readonly TransportConfigMap[]): boolean {
  return slices.every(({ metadata: { annotations = {} } }) => {
    const count = annotations[ANNOTATION_SLICES];
    return count === undefined || Number(count) === slices.length;
  });
}

function componentOf(slices: readonly TransportConfigMap[], images: TransportPlace['images']): Component {
  const { labels = {} } = slices[0]?.metadata ?? {};
  const [provider = '', type = ''] = [labels[LABEL_PROVIDER_NAME], labels[LABEL_PROVIDER_TYPE]];
  const budget = new Budget(`ConfigMap ${slices[0]?.metadata.name ?? ''}`, LIMITS);
  const profile: Profile = {
    name: type === 'core' ? provider : `cluster-api-provider-${provider}`,
    installOrder: INSTALL_ORDERS[type] ?? LAST_ORDER,
    platform: type === 'core' ? '' : provider,
    type,
    ...defined({ version: labels[LABEL_PROVIDER_VERSION] }),
    placeholder: PLACEHOLDER,
    manifests: slices.map((slice) => textOf(slice, budget)).join('\n---\n'),
  };
  return {
    profile, source: { configMaps: slices.map(({ metadata: { name = '' } }) => name) },
    provider: { name: provider, type }, image: images({ name: provider, type }),
  };
}

function textOf({ metadata: { namespace = '', name = '' }, data, binaryData }: TransportConfigMap, budget: Budget): string {
  const plain = data?.['components'];
  if (plain !== undefined) {
    budget.countUnpacked(Buffer.byteLength(plain));
    return plain;
  }
  const packed = binaryData?.['components-zstd'];
  if (packed === undefined) throw manifestsError(`ConfigMap ${namespace}/${name}`, 'it has neither components nor components-zstd');
  return decompress(Buffer.from(packed, 'base64'), budget).toString('utf8');
}
