/** Which images a release has, by key, and which one replaces the placeholder in a transport ConfigMap. Pure. */
import { isJsonObject } from '../../../api';
import type { Component, Provider } from '../../../capi';
import type { Config, RevisionConfigMap } from '../model';

const LISTED = 'images.json';
/** Keys of images whose name does not follow from that of the provider. */
const KEYS: Readonly<Record<string, string>> = {
  'core/cluster-api': 'cluster-capi-controllers', 'infrastructure/metal3': 'baremetal-cluster-api-controllers',
};

type Images = Readonly<Record<string, string>>;

/** Of a release: values of the ConfigMap are images; or `images.json` in it lists them. */
export function imagesOf(configMap: Pick<RevisionConfigMap, 'data'> | undefined): Images {
  const { [LISTED]: listed, ...plain } = configMap?.data ?? {};
  return { ...listOf(listed), ...plain };
}

export function overridesOf(config: Pick<Config, 'spec'>): Images {
  return Object.fromEntries((config.spec.imageOverrides ?? []).map(({ image, ref }) => [image, ref]));
}

/** Images whose manifests are read. An override takes the place of one, and brings none beside those of the release. */
export function manifestImages(images: Images, overrides: Images): readonly string[] {
  return Object.entries(images).map(([key, ref]) => (Object.hasOwn(overrides, key) ? overrides[key] ?? ref : ref));
}

/** Undefined: neither the release nor the configuration has one for it. */
export function imageOfProvider(images: Images, overrides: Images, provider: Provider): string | undefined {
  return { ...images, ...overrides }[imageKey(provider)];
}

/** Keys of overrides that stand for nothing of the release: neither an image of it, nor one that its manifests have a place for. */
export function strangeOverrides(images: Images, overrides: Images, components: readonly Pick<Component, 'provider'>[]): readonly string[] {
  const places = new Set(components.flatMap(({ provider }) => (provider === undefined ? [] : imageKey(provider))));
  return Object.keys(overrides).filter((key) => !Object.hasOwn(images, key) && !places.has(key)).sort();
}

/** Under which key a release has the image of a provider. */
export function imageKey({ type, name }: Provider): string {
  return KEYS[`${type}/${name}`] ?? `${name}-cluster-api-controllers`;
}

function listOf(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
