/**
 * Chooses the bundle of a package as OLMv1 does. The order of things: catalogs by selector; their bundles by channel, range, edge and
 * cluster; the best of each catalog; of these what is not deprecated, then the highest priority. More than one left is no choice.
 */
import { defined } from '../../defined';
import { parseVersionRange, type VersionRange } from '../../semver';
import { type Installed, installedOf } from './edge';
import { type Judged, judgePackage } from './eligibility';
import { compareCandidates, isDeprecated } from './rank';
import { dependencyProperty } from './refused-dependency';
import type { DependencyCheck, FoundPackage, ResolveRequest } from './request';
import type { Behind, Candidate, Deprecations, Resolution, ResolutionFailure } from './resolution';
import { packagesNamed, selectCatalogs } from './select';

/** Never throws for what catalogs or the request hold: what is wrong is in the resolution. */
export function resolveBundle(request: ResolveRequest): Resolution {
  const { selected, failure } = selectCatalogs(request);
  const names = selected.map(({ name }) => name);
  const fail = (why: ResolutionFailure, candidates: readonly Candidate[] = []): Resolution => (
    { request, candidates, selected: names, failure: why }
  );
  const terms = termsOf(request);
  if ('found' in terms) return fail(terms);
  const packages = packagesNamed(request.packageName, selected);
  const judged = packages
    .flatMap((found) => judgePackage(found, { ...terms, ...defined({ cluster: request.cluster }), policy: request.policy }))
    .map((one) => withDependencies(one, request.dependencies))
    .sort(compareCandidates);
  // A broken catalog comes before everything that the others lack, but what they hold is told all the same.
  if (failure !== undefined) return fail(failure, fates(judged, () => 'broken-catalog'));
  if (packages.length === 0) return fail({ found: 'no-package' });
  const eligible = judged.filter(({ reasons }) => reasons.length === 0);
  const finalists = finalistsOf(eligible);
  const [chosen, ...others] = finalists;
  if (chosen === undefined) return fail({ found: 'no-bundle' }, fates(judged, () => 'older'));
  const behind = (one: Judged): Behind => behindOf(one, chosen);
  if (others.length > 0) {
    const catalogs = finalists.map(({ catalog }) => catalog).sort();
    return fail({ found: 'ambiguous', catalogs }, fates(judged, (one) => (finalists.includes(one) ? 'ambiguous' : behind(one))));
  }
  const property = request.dependencies === 'refused' ? dependencyProperty(chosen.bundle) : undefined;
  if (property !== undefined) {
    const candidates = fates(judged, (one) => (one === chosen ? 'unsupported-dependency' : behind(one)));
    return fail({ found: 'unsupported-dependency', bundle: chosen.bundle.name, property }, candidates);
  }
  return resolved(request, names, chosen, packages, fates(judged, (one) => (one === chosen ? undefined : behind(one))));
}

interface ParsedTerms {
  readonly range?: VersionRange;
  readonly channels: readonly string[];
  readonly installed?: Installed;
}

function termsOf({ version = '', channels = [], installed: given, policy }: ResolveRequest): ParsedTerms | ResolutionFailure {
  const parsed = version === '' ? undefined : parseVersionRange(version);
  if (parsed !== undefined && 'problem' in parsed) return { found: 'bad-range', range: version, problem: parsed.problem };
  const installed = given && installedOf(given);
  if (given !== undefined && installed === undefined && policy === 'CatalogProvided') {
    return { found: 'bad-installed-version', installed: given };
  }
  return { channels, ...defined({ range: parsed?.range, installed }) };
}

function withDependencies(judged: Judged, check: 'refused' | DependencyCheck | undefined): Judged {
  if (typeof check !== 'function' || judged.reasons.length > 0) return judged;
  const unmet = check({ catalog: judged.catalog, bundle: judged.bundle });
  return unmet === undefined ? judged : { ...judged, reasons: [{ reason: 'unmet-dependency', ...unmet }] };
}

/** The best of each catalog; of these, best first, those that deprecation and priority leave. */
function finalistsOf(eligible: readonly Judged[]): readonly Judged[] {
  const [best] = eligible;
  if (best === undefined) return [];
  const seen = new Set<string>();
  const ofEach = eligible.filter(({ catalog }) => !seen.has(catalog) && seen.add(catalog));
  return ofEach.filter((one) => isDeprecated(one) === isDeprecated(best) && one.priority === best.priority);
}

/** Why it is not chosen although it is eligible. */
function behindOf(one: Judged, chosen: Judged): Behind {
  if (isDeprecated(one) && !isDeprecated(chosen)) return 'deprecated';
  return one.priority < chosen.priority ? 'lower-priority' : 'older';
}

/** @param behind of eligible ones; undefined is the chosen one */
function fates(judged: readonly Judged[], behind: (one: Judged) => Behind | undefined): readonly Candidate[] {
  const all = judged.map((one): Candidate => {
    const { reasons, ...candidate } = one;
    if (reasons.length > 0) return { ...candidate, fate: { is: 'ineligible', reasons } };
    const why = behind(one);
    return { ...candidate, fate: why === undefined ? { is: 'chosen' } : { is: 'eligible', behind: why } };
  });
  return [...all.filter(({ fate }) => fate.is !== 'ineligible'), ...all.filter(({ fate }) => fate.is === 'ineligible')];
}

function resolved(
  request: ResolveRequest, selected: readonly string[], chosen: Judged, packages: readonly FoundPackage[], candidates: readonly Candidate[],
): Resolution {
  const { bundle, catalog, version, edge } = chosen;
  if (version === undefined) return { request, candidates, selected, failure: { found: 'no-bundle' } };
  return {
    request, selected, candidates, bundle, version, catalog, ...defined({ edge }),
    deprecations: deprecationsOf(chosen, packages),
  };
}

function deprecationsOf({ bundle, catalog, channels }: Judged, packages: readonly FoundPackage[]): Deprecations {
  const found = packages.find((one) => one.catalog.name === catalog)?.package;
  return {
    ...defined({ package: found?.deprecation, bundle: bundle.deprecation }),
    channels: channels.flatMap((name) => {
      const message = found?.channels.get(name)?.deprecation;
      return message === undefined ? [] : [{ name, message }];
    }),
  };
}
