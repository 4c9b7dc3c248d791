/** Which images a release has, by key, and which one replaces the placeholder in a transport ConfigMap. Pure. */
import { isJsonObject } from '../../../api';
import type { Provider } from '../../../capi';
import type { Config, RevisionConfigMap } from '../model';

const LISTED = 'images.json';
/** Keys of images whose name does not follow from that of the provider. */
const KEYS: Readonly<Record<string, string>> = {
  'core/cluster-api': 'cluster-capi-controllers', 'infrastructure/metal3': 'baremetal-cluster-api-controllers',
};

/** Values of the ConfigMap are images; or `images.json` in it lists them. Overrides of the configuration count before them. */
export function imagesOf(
  configMap: Pick<RevisionConfigMap, 'data'> | undefined, config: Config | undefined,
): Readonly<Record<string, string>> {
  const { [LISTED]: listed, ...plain } = configMap?.data ?? {};
  const overrides = Object.fromEntries((config?.spec.imageOverrides ?? []).map(({ image, ref }) => [image, ref]));
  return { ...listOf(listed), ...plain, ...overrides };
}

/** Undefined: the release has none for it. */
export function imageOfProvider(images: Readonly<Record<string, string>>, provider: Provider): string | undefined {
  return images[imageKey(provider)];
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
