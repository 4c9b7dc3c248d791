/**
 * The best plan by trying everything: the meaning of dependencies and the order of preference written down a second time, as plainly as
 * possible, so that the solver can be held against it.
 */
import type { CatalogBundle, CatalogChannel, InstalledPackage, Property, SolveInput } from '../../../../lib/catalog';
import { compareVersionReleases, isInRange, isInSkipRange, parseSkipRange, parseVersionRange, versionRelease } from '../../../../lib/catalog';

/** What a package is in the end. */
export interface Choice {
  readonly packageName: string;
  readonly version: string;
  /** Absent: it is what is installed. */
  readonly catalog?: string;
}

interface Item extends Choice {
  readonly properties: readonly Property[];
  readonly isDeprecated: boolean;
  readonly priority: number;
}

/** Undefined: there is no plan. */
export function bestByBruteForce(input: SolveInput): readonly Choice[] | undefined {
  const names = [...new Set([
    ...input.catalogs.flatMap(({ catalog }) => [...catalog?.packages.keys() ?? []]), ...input.installed.map(({ packageName }) => packageName),
    ...input.wanted.map(({ packageName }) => packageName),
  ])].sort();
  const options = new Map(names.map((name) => [name, optionsFor(name, input)]));
  let best: { readonly cost: readonly number[]; readonly items: readonly Item[] } | undefined;
  for (const items of combinations(names.map((name) => alternatives(name, input, options.get(name)!)))) {
    if (!isSound(items, input)) continue;
    const cost = costOf(items, input, names, options);
    if (best === undefined || isLess(cost, best.cost)) best = { cost, items };
  }
  return best?.items.map(({ packageName, version, catalog }) => ({ packageName, version, ...(catalog === undefined ? {} : { catalog }) }));
}

/** Bundles of catalogs that may be installed, best first. */
function optionsFor(name: string, { catalogs, installed, wanted }: SolveInput): readonly Item[] {
  const present = installed.find(({ packageName }) => packageName === name);
  const range = wanted.find(({ packageName }) => packageName === name)?.version;
  return catalogs.flatMap((one) => {
    const found = one.catalog?.packages.get(name);
    return [...found?.bundles.values() ?? []]
      .filter((bundle) => range === undefined || contains(range, bundle))
      .filter((bundle) => present === undefined || follows(bundle, present, [...found!.channels.values()]))
      .map((bundle): Item => ({
        packageName: name, version: bundle.version!.version.raw, catalog: one.name, priority: one.priority,
        isDeprecated: bundle.deprecation !== undefined, properties: bundle.properties as readonly Property[],
      }));
  }).sort((a, b) => (
    Number(a.isDeprecated) - Number(b.isDeprecated) || b.priority - a.priority || compare(b.version, a.version) || (a.catalog! < b.catalog! ? -1 : 1)
  ));
}

function alternatives(name: string, { installed, wanted }: SolveInput, options: readonly Item[]): readonly (Item | undefined)[] {
  const present = installed.find(({ packageName }) => packageName === name);
  const kept = present && itemOf(present);
  const isWanted = wanted.some(({ packageName }) => packageName === name);
  const changes = options.filter(({ version }) => version !== present?.version);
  const stays = options.some(({ version }) => version === present?.version);
  if (isWanted) return [...changes, ...(stays ? [kept] : [])];
  return [...changes, kept];
}

function itemOf({ packageName, version, properties }: InstalledPackage): Item {
  return { packageName, version, properties, isDeprecated: false, priority: 0 };
}

function* combinations(lists: readonly (readonly (Item | undefined)[])[]): Generator<readonly Item[]> {
  const [first, ...others] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const rest of combinations(others)) for (const item of first) yield item === undefined ? rest : [item, ...rest];
}

function isSound(items: readonly Item[], { installed, cluster }: SolveInput): boolean {
  const present = installed.map(itemOf);
  const served = (gvk: Gvk): boolean => (
    (cluster?.apiVersions ?? []).includes(textOf(gvk)) && !present.some((item) => kindsOf(item).includes(textOf(gvk)))
  );
  for (const item of items) {
    for (const property of item.properties) {
      const isMet = (among: readonly Item[]): boolean => meets(property, item, among, served);
      if (!isMet(items) && (item.catalog !== undefined || isMet(present))) return false;
    }
  }
  for (const kind of new Set(items.flatMap(kindsOf).map(withoutVersion))) {
    const providing = (among: readonly Item[]): number => among.filter((item) => kindsOf(item).some((one) => withoutVersion(one) === kind)).length;
    if (providing(items) > Math.max(1, providing(present))) return false;
  }
  return true;
}

interface Gvk { readonly group: string; readonly version: string; readonly kind: string }
interface Constraint {
  readonly package?: { readonly packageName: string; readonly versionRange: string };
  readonly gvk?: Gvk;
  readonly cel?: { readonly rule: string };
  readonly all?: { readonly constraints: readonly Constraint[] };
  readonly any?: { readonly constraints: readonly Constraint[] };
  readonly not?: { readonly constraints: readonly Constraint[] };
}

function meets({ type, value }: Property, item: Item, items: readonly Item[], served: (gvk: Gvk) => boolean): boolean {
  const holds = (one: Constraint, isWanted: boolean): boolean => {
    const others = isWanted ? items : items.filter(({ packageName }) => packageName !== item.packageName);
    if (one.package !== undefined) {
      const { packageName, versionRange } = one.package;
      return others.some((other) => other.packageName === packageName && inSkipRange(versionRange, other.version));
    }
    if (one.gvk !== undefined) return served(one.gvk) || others.some((other) => kindsOf(other).includes(textOf(one.gvk!)));
    if (one.cel !== undefined) {
      // The only rule that random worlds have.
      const [, name] = /packageName == '(\w)'/.exec(one.cel.rule)!;
      return others.some((other) => other.packageName === name && compare(other.version, '1.1.0') >= 0);
    }
    if (one.all !== undefined) return one.all.constraints.every((part) => holds(part, isWanted));
    if (one.any !== undefined) return one.any.constraints.some((part) => holds(part, isWanted));
    return !one.not!.constraints.some((part) => holds(part, !isWanted));
  };
  if (type === 'olm.package.required') return holds({ package: value as NonNullable<Constraint['package']> }, true);
  if (type === 'olm.gvk.required') return holds({ gvk: value as Gvk }, true);
  return type !== 'olm.constraint' || holds(value as Constraint, true);
}

function costOf(
  items: readonly Item[], { installed, wanted }: SolveInput, names: readonly string[], options: ReadonlyMap<string, readonly Item[]>,
): readonly number[] {
  const of = (name: string): Item | undefined => items.find(({ packageName }) => packageName === name);
  // What is installed has the rank of the same version in a catalog.
  const rank = (item: Item): number => options.get(item.packageName)!
    .findIndex(({ catalog, version }) => version === item.version && (item.catalog === undefined || catalog === item.catalog));
  const others = names.filter((name) => !wanted.some(({ packageName }) => packageName === name));
  const there = others.filter((name) => installed.some(({ packageName }) => packageName === name));
  const absent = others.filter((name) => !there.includes(name));
  const changed = there.map((name) => Number(of(name)?.catalog !== undefined));
  const added = absent.map((name) => Number(of(name) !== undefined));
  const isOld = others.map((name) => Number(of(name)?.isDeprecated === true));
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  return [
    ...wanted.map(({ packageName }) => rank(of(packageName)!)), sum(changed), sum(added), sum(isOld),
    ...changed, ...[...added].reverse(),
    ...others.map((name) => (of(name)?.catalog === undefined ? 0 : rank(of(name)!))),
  ];
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((cost, index) => cost !== b[index]);
  return at !== -1 && a[at]! < b[at]!;
}

function follows(bundle: CatalogBundle, present: InstalledPackage, channels: readonly CatalogChannel[]): boolean {
  const entries = channels.flatMap((channel) => channel.entries.get(bundle.name) ?? []);
  return bundle.version!.version.raw === present.version || entries.some(({ replaces, skips, skipRange }) => (
    replaces === present.name || skips.includes(present.name) || (skipRange !== undefined && inSkipRange(skipRange, present.version))
  ));
}

function contains(range: string, bundle: CatalogBundle): boolean {
  const parsed = parseVersionRange(range);
  return 'range' in parsed && isInRange(parsed.range, bundle.version!.version);
}

function inSkipRange(range: string, version: string): boolean {
  const parsed = parseSkipRange(range);
  return 'range' in parsed && isInSkipRange(parsed.range, versionRelease(version)!.version);
}

function compare(a: string, b: string): number {
  return compareVersionReleases(versionRelease(a)!, versionRelease(b)!);
}

function kindsOf({ properties }: Item): readonly string[] {
  return properties.filter(({ type }) => type === 'olm.gvk').map(({ value }) => textOf(value as Gvk));
}

function textOf({ group, version, kind }: Gvk): string {
  return `${group}/${version}/${kind}`;
}

function withoutVersion(kind: string): string {
  return kind.replace(/\/[^/]*\//, '/');
}
