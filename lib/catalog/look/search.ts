/** Finding packages by what their publishers say of them: names, descriptions, keywords, owned kinds, provider. */
import { defined } from '../../defined';
import { formatVersionRelease, newestFirst } from '../../semver';
import type { BundleSummary } from '../model/blob';
import type { Catalog, CatalogBundle, CatalogPackage } from '../model/catalog';
import { headsOf } from '../model/heads';
import { servedKinds } from '../model/served-kinds';

export interface SearchHit {
  readonly package: string;
  readonly displayName?: string;
  /** The first line. */
  readonly description?: string;
  readonly provider?: string;
  readonly defaultChannel: string;
  /** Of the head of the default channel, or else the newest. */
  readonly version?: string;
  readonly deprecation?: string;
  /** Where each word was found, the best place of each. */
  readonly found: readonly SearchMatch[];
  /** The higher, the better. */
  readonly score: number;
}

export interface SearchMatch {
  readonly word: string;
  readonly field: SearchField;
  /** What was found there; of a description the sentence. */
  readonly text: string;
}

export type SearchField = 'name' | 'display name' | 'keyword' | 'kind' | 'provider' | 'description';

/** How much it says that a word stands in a field. */
const WEIGHTS: Readonly<Record<SearchField, number>> = {
  'name': 10, 'display name': 8, 'keyword': 6, 'kind': 6, 'provider': 3, 'description': 1,
};
/** A whole text, the beginning of a word, anywhere within. */
const FIT = { whole: 3, beginning: 2, within: 1 } as const;
/** Of a sentence so many characters are shown. */
const LONGEST_MATCH = 120;

/**
 * Packages in which each of the words is found, the best first. Large and small letters are the same. What is deprecated stands behind
 * what is as good and is not.
 */
export function searchCatalog({ packages }: Catalog, words: readonly string[]): readonly SearchHit[] {
  const sought = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter((word) => word !== '');
  if (sought.length === 0) return [];
  const hits = [...packages.values()].flatMap((pack) => hitOf(pack, sought));
  return hits.sort((a, b) => b.score - a.score || (a.package < b.package ? -1 : 1));
}

function hitOf(pack: CatalogPackage, words: readonly string[]): readonly SearchHit[] {
  const bundle = shownBundle(pack);
  const texts = textsOf(pack, bundle);
  const best = words.map((word) => bestMatch(word, texts));
  const found = best.filter((match) => match !== undefined);
  if (found.length < best.length) return [];
  const { name, defaultChannel, deprecation } = pack;
  const score = found.reduce((sum, match) => sum + match.score, 0);
  const { displayName, provider } = bundle?.about ?? {};
  return [{
    package: name, defaultChannel, score: deprecation === undefined ? score : score / 2,
    found: found.map(({ word, field, text }) => ({ word, field, text })),
    ...defined({
      displayName, provider, deprecation, description: firstLine(pack.description ?? bundle?.about?.description),
      version: bundle?.version === undefined ? undefined : formatVersionRelease(bundle.version),
    }),
  }];
}

/** What a user would get: the head of the default channel. */
function shownBundle({ channels, defaultChannel, bundles }: CatalogPackage): CatalogBundle | undefined {
  const channel = channels.get(defaultChannel);
  const heads = channel === undefined ? [] : headsOf(channel.entries).flatMap((name) => bundles.get(name) ?? []);
  return newest(heads) ?? newest([...bundles.values()]);
}

function newest(bundles: readonly CatalogBundle[]): CatalogBundle | undefined {
  return [...bundles].sort((a, b) => newestFirst(a.version, b.version))[0];
}

interface FieldText {
  readonly field: SearchField;
  readonly text: string;
}

const NO_SUMMARY: BundleSummary = { keywords: [], installModes: [], ownedKinds: [] };

function textsOf({ name, description }: CatalogPackage, bundle: CatalogBundle | undefined): readonly FieldText[] {
  const { displayName = '', keywords, ownedKinds, provider = '', description: about = '' } = bundle?.about ?? NO_SUMMARY;
  const kinds = [...ownedKinds, ...(bundle === undefined ? [] : servedKinds(bundle)).map(({ kind, group }) => `${kind}.${group}`)];
  const of = (field: SearchField, texts: readonly string[]): readonly FieldText[] => texts.map((text) => ({ field, text }));
  return [
    ...of('name', [name]), ...of('display name', [displayName]), ...of('keyword', keywords), ...of('kind', kinds),
    ...of('provider', [provider]), ...of('description', [...sentences(description ?? ''), ...sentences(about)]),
  ];
}

type Scored = SearchMatch & { readonly score: number };

function bestMatch(word: string, texts: readonly FieldText[]): Scored | undefined {
  let best: Scored | undefined;
  for (const { field, text } of texts) {
    const score = fit(word, text.toLowerCase()) * WEIGHTS[field];
    if (score > (best?.score ?? 0)) best = { word, field, text: text.slice(0, LONGEST_MATCH), score };
  }
  return best;
}

/** 0: it is not there. */
function fit(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at === -1) return 0;
  if (text === word) return FIT.whole;
  const beginsWord = at === 0 || new RegExp('[^\\p{L}\\p{N}]', 'u').test(text.charAt(at - 1));
  return beginsWord ? FIT.beginning : FIT.within;
}

function sentences(text: string): readonly string[] {
  return text.split(/\n+|(?<=[.!?])\s+/).map((part) => part.trim()).filter((part) => part !== '');
}

/** Without the marks of a heading. */
function firstLine(text: string | undefined): string | undefined {
  const line = (text ?? '').split('\n').map((part) => part.replace(/^#+\s*/, '').trim()).find((part) => part !== '');
  return line?.slice(0, LONGEST_MATCH);
}
