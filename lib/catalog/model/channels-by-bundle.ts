import type { CatalogPackage } from './catalog';

/** Names of the channels that list a bundle, by its name. */
export function channelsByBundle({ channels }: CatalogPackage): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const channel of channels.values()) {
    for (const bundle of channel.entries.keys()) {
      const listed = names.get(bundle);
      if (listed === undefined) names.set(bundle, [channel.name]);
      else listed.push(channel.name);
    }
  }
  return names;
}
