import { bundleNamed, type CatalogContent, type ChannelName } from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';

/**
 * The channels that are meant: those that are named, or else all that list the bundle and fit.
 * @param fits is asked of the names of all entries, and of those that the edges of the bundle name
 */
export function channelsWith(
  content: CatalogContent, bundle: string, named: readonly string[] | undefined,
  fits: (names: ReadonlySet<string>, edges: ReadonlySet<string>) => boolean,
): readonly ChannelName[] {
  const { package: packageName } = bundleNamed(content, bundle);
  if (named !== undefined) return named.map((channel) => ({ package: packageName, channel }));
  const found = content.channels.filter(({ package: own, entries }) => {
    const entry = entries.find(({ name }) => name === bundle);
    if (own !== packageName || entry === undefined) return false;
    const edges = new Set([...entry.skips, ...(entry.replaces === undefined ? [] : [entry.replaces])]);
    return fits(new Set(entries.map(({ name }) => name)), edges);
  });
  if (found.length > 0) return found.map(({ name }) => ({ package: packageName, channel: name }));
  throw new BoxcutterError('catalog-edit', 'input', `No channel of ${packageName} fits. Nothing was written.`, {
    hint: 'Name the channel with --channel.',
  });
}
