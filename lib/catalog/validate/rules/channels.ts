/** Rules about channels. */
import { parseSkipRange, skipRangeProblemText } from '../../../semver';
import type { CatalogContent, ChannelBlob } from '../../model/blob';
import { type Doubles, entriesOf, type PackageParts } from '../packages';
import { firstOf, type Report } from '../report';
import { chainProblem } from '../upgrade-chain';

/** Names, packages, and that each is there once. */
export function checkChannelBlobs(
  { channels }: CatalogContent, homeless: readonly PackageParts[], { channels: doubles }: Doubles, report: Report,
): void {
  for (const { name, package: packageName, place } of channels) {
    if (name === '') report('catalog-channel-name', { package: packageName }, place, ['name']);
  }
  for (const { name: unknown, channels: own } of homeless) {
    for (const { name, place } of own.values()) {
      report('catalog-unknown-package', { package: unknown, of: 'channel', unknown, name }, place, ['package']);
    }
  }
  for (const [{ name, package: packageName, place }, first] of doubles) {
    report('catalog-duplicate-channel', { package: packageName, channel: name, name, first: firstOf(first.place) }, place);
  }
}

export function checkChannel(channel: ChannelBlob, { bundles }: PackageParts, report: Report): void {
  const { name, package: packageName, place, entries } = channel;
  const about = { package: packageName, channel: name };
  checkEntries(channel, report);
  const byName = entriesOf(channel);
  const missing = [...byName.keys()].filter((entry) => entry !== '' && !bundles.has(entry)).sort();
  if (missing.length > 0) report('catalog-entry-without-bundle', { ...about, names: missing }, place, ['entries']);
  if (entries.length === 0) {
    report('catalog-empty-channel', about, place, ['entries']);
    return;
  }
  const problem = chainProblem(byName);
  if (problem?.found === 'no-head') report('catalog-no-head', about, place);
  if (problem?.found === 'several-heads') report('catalog-several-heads', { ...about, heads: problem.heads }, place);
  if (problem?.found === 'cycle') report('catalog-cycle', { ...about, names: problem.names }, place);
  if (problem?.found === 'stranded') report('catalog-stranded', { ...about, names: problem.names }, place);
}

function checkEntries({ name: channel, package: packageName, place, entries }: ChannelBlob, report: Report): void {
  const seen = new Set<string>();
  entries.forEach(({ name, skips, skipRange }, index) => {
    const about = { package: packageName, channel, ...(name === '' ? {} : { bundle: name }) };
    const path = ['entries', index] as const;
    if (name === '') report('catalog-entry-name', { ...about, index }, place, [...path, 'name']);
    else if (seen.has(name)) report('catalog-duplicate-entry', { ...about, name }, place, path);
    seen.add(name);
    skips.forEach((skip, at) => {
      if (skip === '') report('catalog-empty-skip', { ...about, index: at }, place, [...path, 'skips', at]);
    });
    const read = skipRange === undefined ? undefined : parseSkipRange(skipRange);
    if (read !== undefined && 'problem' in read) {
      const data = { ...about, range: skipRange ?? '', reason: skipRangeProblemText(read.problem) };
      report('catalog-skip-range', data, place, [...path, 'skipRange']);
    }
  });
}
