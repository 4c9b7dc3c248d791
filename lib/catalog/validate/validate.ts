/** Is a catalog right as a whole? Everything that is wrong, not only the first of it. */
import type { Issue } from '../../issue';
import { versionRelease } from '../../semver';
import type { BundleBlob, CatalogContent } from '../model/blob';
import { headsOf } from '../model/heads';
import { adviseEdges, MOST_COMPARISONS, type VersionOf } from './lint/edges';
import { adviseFiles } from './lint/files';
import { adviseBundle, adviseDeprecations, adviseIcon } from './lint/packages';
import { packageProperties } from './package-property';
import { byPackage, entriesOf, type PackageParts, type SortedCatalog } from './packages';
import { type Report, reporter } from './report';
import { checkBundle, checkBundleBlobs, type KnownImages } from './rules/bundles';
import { checkChannel, checkChannelBlobs } from './rules/channels';
import { checkDeprecationBlobs, checkDeprecations } from './rules/deprecations';
import { checkPackage, checkPackageBlobs } from './rules/packages';

export interface ValidationOptions {
  /**
   * The catalog is being worked on: bundles may be named by paths relative to its folder (`./bundles/shop.v1`), with a warning.
   * @default false: a path is no name of an image
   */
  readonly allowsPaths?: boolean;
}

/**
 * Errors: rules that `opm validate` and OLM have. Warnings: what is allowed, and gives trouble later (`--strict` of the command).
 * @returns by package; of what a mistake makes inevitable only the mistake
 */
export function validationIssues(content: CatalogContent, { allowsPaths = false }: ValidationOptions = {}): readonly Issue[] {
  const issues: Issue[] = [];
  const take = (issue: Issue): void => void issues.push(issue);
  const sorted = byPackage(content);
  check(content, sorted, allowsPaths, reporter(take, 'error'));
  advise(content, sorted, allowsPaths, reporter(take, 'warning'));
  return issues;
}

function check(content: CatalogContent, { packages, homeless, doubles }: SortedCatalog, allowsPaths: boolean, report: Report): void {
  checkPackageBlobs(content, doubles, report);
  checkChannelBlobs(content, homeless, doubles, report);
  checkBundleBlobs(content, homeless, doubles, report);
  checkDeprecationBlobs(content, new Set(packages.map(({ name }) => name)), doubles, report);
  const images: KnownImages = new Map();
  for (const parts of packages) {
    checkPackage(parts, report);
    const listed = new Set([...parts.channels.values()].flatMap(({ entries }) => entries.map(({ name }) => name)));
    for (const channel of parts.channels.values()) checkChannel(channel, parts, report);
    for (const bundle of parts.bundles.values()) checkBundle(bundle, { isListed: listed.has(bundle.name), allowsPaths, images }, report);
    if (parts.deprecations !== undefined) checkDeprecations(parts.deprecations, parts, report);
  }
}

function advise(content: CatalogContent, { packages }: SortedCatalog, allowsPaths: boolean, report: Report): void {
  adviseFiles(content, report);
  const budget = { comparisons: MOST_COMPARISONS };
  for (const parts of packages) {
    adviseIcon(parts.blob, report);
    const heads = new Map<string, string>();
    const versionOf = versionsOf(parts);
    for (const channel of parts.channels.values()) {
      const [head, ...more] = headsOf(entriesOf(channel));
      const only = more.length === 0 ? head : undefined;
      if (only !== undefined) heads.set(channel.name, only);
      adviseEdges(channel, only, versionOf, budget, report);
    }
    for (const bundle of parts.bundles.values()) adviseBundle(bundle, allowsPaths, report);
    adviseDeprecations(parts, heads, report);
  }
}

function versionsOf({ bundles }: PackageParts): VersionOf {
  const known = new Map<string, ReturnType<VersionOf>>();
  return (name) => {
    if (!known.has(name)) known.set(name, versionOfBundle(bundles.get(name)));
    return known.get(name);
  };
}

function versionOfBundle(bundle: BundleBlob | undefined): ReturnType<VersionOf> {
  const [only] = bundle === undefined ? [] : packageProperties(bundle);
  return only?.version === undefined ? undefined : versionRelease(only.version, only.release);
}
