/** What differs between two catalogs, as lines. Pure. */
import type { BundleDiff, CatalogDiff, ChannelDiff, DeclaredEdge, ListChange, PackageDiff, Presence, ValueChange } from '../../../catalog';
import { isEmptyDiff } from '../../../catalog';
import { counted } from '../terminal/table';

const SIGNS: Readonly<Record<Presence, string>> = { added: '+', removed: '-', changed: '~' };

export function diffLines(diff: CatalogDiff): readonly string[] {
  if (isEmptyDiff(diff)) return ['Both catalogs have the same packages, channels, versions, edges and images.'];
  return [...diff.packages.flatMap(packageLines), ...imageLines(diff.images), summary(diff)];
}

function packageLines({ name, change, defaultChannel, deprecation, channels, bundles }: PackageDiff): readonly string[] {
  return [
    `${SIGNS[change]} package ${name}`,
    ...indented([
      ...valueLines('default channel', defaultChannel), ...valueLines('deprecation', deprecation), ...channels.flatMap(channelLines),
      ...bundles.flatMap(bundleLines),
    ]),
  ];
}

function channelLines({ name, change, head, deprecation, kinds, entries, edges }: ChannelDiff): readonly string[] {
  return [
    `${SIGNS[change]} channel ${name}`,
    ...indented([
      ...valueLines('head', head), ...valueLines('deprecation', deprecation), ...listLines('entry', entries),
      ...listLines('edge', { added: edges.added.map(edgeText), removed: edges.removed.map(edgeText) }),
      ...listLines('kind at the head', kinds),
    ]),
  ];
}

function bundleLines({ name, change, version, image, relatedImages, kinds, deprecation }: BundleDiff): readonly string[] {
  const title = `${SIGNS[change]} bundle ${name}${version === undefined ? '' : `, version ${version}`}`;
  // What comes or goes with the bundle stands in the list of all images.
  if (change !== 'changed') return [title, ...indented(valueLines('deprecation', deprecation))];
  return [
    title,
    ...indented([
      ...valueLines('image', image), ...listLines('related image', relatedImages), ...listLines('kind', kinds),
      ...valueLines('deprecation', deprecation),
    ]),
  ];
}

function imageLines(images: ListChange): readonly string[] {
  const lines = listLines('image', images);
  return lines.length === 0 ? [] : ['~ images', ...indented(lines)];
}

function valueLines(word: string, change: ValueChange | undefined): readonly string[] {
  if (change === undefined) return [];
  const { from, to } = change;
  if (from === undefined) return [`+ ${word}: ${to ?? ''}`];
  return [to === undefined ? `- ${word}: ${from}` : `~ ${word}: ${from} -> ${to}`];
}

function listLines(word: string, { added, removed }: ListChange): readonly string[] {
  return [...added.map((item) => `+ ${word} ${item}`), ...removed.map((item) => `- ${word} ${item}`)];
}

function edgeText({ from, kind, to }: DeclaredEdge): string {
  return `${from} -> ${to} (${kind})`;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function summary({ packages, images }: CatalogDiff): string {
  const bundles = packages.flatMap((pack) => pack.bundles);
  const count = (change: Presence): string => counted(bundles.filter((bundle) => bundle.change === change).length, 'version');
  const differ = `${counted(packages.length, 'package')} ${packages.length === 1 ? 'differs' : 'differ'}`;
  const versions = `${count('added')} new, ${count('removed')} gone, ${count('changed')} changed`;
  return `${differ}: ${versions}; ${counted(images.added.length, 'image')} new, ${images.removed.length} gone.`;
}
