/**
 * Why there is no bundle, in words. The message is upstream's to the letter, because people search for it; what it leaves open, which is
 * most, is the hint: what emptied the list, the nearest versions, the edges that there are.
 */
import { counted } from '../../counted';
import type { Words } from '../../issue';
import { nearest as nearestName } from '../../schema';
import { rangeProblemText } from '../../semver';
import { selectorProblemText } from './label-selector';
import { upgradePath } from './path';
import { reasonText, versionText } from './reason-words';
import type { CatalogProblem, ResolveRequest } from './request';
import type { Candidate, Reason, Unresolved } from './resolution';

export function failureWords(resolution: Unresolved): Words {
  const { failure, request } = resolution;
  const prefix = upgrading(request);
  switch (failure.found) {
    case 'bad-selector':
      return { message: `desired catalog selector is invalid: ${selectorProblemText(failure.problem)}` };
    case 'bad-range':
      return {
        message: `desired version range ${JSON.stringify(failure.range)} is invalid: ${rangeProblemText(failure.problem)}`,
        hint: 'Write a range like >=1.2.0 <2.0.0, ~1.4, 1.x, or ^1.2 || ^2.0. For 1.2.0 to 2.0.0: >=1.2.0 <=2.0.0',
      };
    case 'bad-installed-version':
      return {
        message: `error finding upgrade edges: installed version ${JSON.stringify(failure.installed.version)} is not a semantic version`,
        hint: 'With the policy SelfCertified, upgrades need no edge.',
      };
    case 'broken-catalog':
      return { message: brokenText(failure.catalog, failure.problem, request.packageName), hint: brokenHint(resolution) };
    case 'no-package':
      return { message: `${prefix}no bundles found ${asked(request)}`, hint: noPackageHint(resolution) };
    case 'no-bundle':
      return { message: `${prefix}no bundles found ${asked(request)}`, hint: noBundleHint(resolution) };
    case 'ambiguous':
      return {
        message: `${prefix}found bundles ${asked(request)} in multiple catalogs with the same priority [${failure.catalogs.join(' ')}]`,
        hint: 'Name the catalog, or give one of them a higher priority.',
      };
    case 'unsupported-dependency': {
      const { bundle, property } = failure;
      const name = JSON.stringify(bundle);
      const declared = `bundle ${name} has a dependency declared via property ${JSON.stringify(property)} which is currently not supported`;
      return { message: `validating bundle ${name}: ${declared}` };
    }
  }
}

/** `for package "p" matching version ">=2" in channels [a b]`. */
function asked({ packageName, version = '', channels = [] }: ResolveRequest): string {
  return [
    `for package ${JSON.stringify(packageName)}`,
    ...(version === '' ? [] : [`matching version ${JSON.stringify(version)}`]),
    ...(channels.length === 0 ? [] : [`in channels [${channels.join(' ')}]`]),
  ].join(' ');
}

function upgrading({ installed }: ResolveRequest): string {
  return installed === undefined ? '' : `error upgrading from currently installed version ${JSON.stringify(installed.version)}: `;
}

function brokenText(catalog: string, problem: CatalogProblem, packageName: string): string {
  const name = JSON.stringify(catalog);
  const why = { 'not-served': `catalog ${name} is not being served`, 'not-cached': `cache for catalog ${name} not found` };
  const reason = problem.found === 'unreadable' ? problem.why : why[problem.found];
  return `error walking catalogs: error getting package ${JSON.stringify(packageName)} from catalog ${name}: ${reason}`;
}

function brokenHint({ candidates }: Unresolved): string {
  const others = [...new Set(candidates.filter(({ fate }) => fate.is === 'eligible').map(({ catalog }) => catalog))];
  const found = others.length === 0 ? '' : ` Without it, the package would be found in ${others.join(', ')}.`;
  return `Repair the catalog, or name the catalogs to use, without this one.${found}`;
}

function noPackageHint({ selected, request: { packageName, catalogs } }: Unresolved): string {
  if (selected.length === 0) return 'No catalog is selected.';
  const names = catalogs.filter(({ name }) => selected.includes(name)).flatMap(({ catalog }) => [...catalog?.packages.keys() ?? []]);
  const near = nearestName(packageName, names);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return `No package is named ${packageName} in ${counted(selected.length, 'catalog')}: ${selected.join(', ')}.${meant}`;
}

/** What single thing keeps all of them away; otherwise the nearest, with its reasons. */
function noBundleHint({ candidates, request }: Unresolved): string {
  // What was asked for by its version comes before what is closer and was not.
  const distance = (one: Candidate): number => reasonsOf(one).length + (has(one, 'not-in-range') ? 10 : 0);
  const [nearest] = [...candidates].sort((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return `Package ${request.packageName} has no bundles.`;
  const keepsAll = (['not-in-channels', 'not-in-range', 'no-edge', 'old-kubernetes', 'unmet-dependency'] as const)
    .find((reason) => candidates.every((one) => has(one, reason)));
  const reasons = `The nearest is ${versionText(nearest)}: ${reasonsOf(nearest).map((one) => reasonText(one, request)).join('; ')}.`;
  const sentence = keepsAll === undefined ? [] : [SENTENCES[keepsAll](candidates, request)];
  return [...sentence, reasons, ...stepsText(candidates, request)].join(' ');
}

/** What would be allowed but for the edge, and can be reached in several steps. */
function stepsText(candidates: readonly Candidate[], request: ResolveRequest): readonly string[] {
  const goals = candidates.filter((one) => has(one, 'no-edge') && reasonsOf(one).length === 1).map(({ bundle }) => bundle);
  const way = goals.length === 0 ? [] : upgradePath(goals, request);
  if (way.length === 0) return [];
  return [`Upgrading in several steps is possible: ${way.map((bundle) => versionText({ bundle })).join(', ')}.`];
}

type Sentence = (candidates: readonly Candidate[], request: ResolveRequest) => string;

const SENTENCES: Readonly<Record<Exclude<Reason['reason'], 'no-version'>, Sentence>> = {
  'not-in-channels': (candidates) => {
    const channels = new Set(candidates.flatMap(reasonsOf).flatMap((one) => (one.reason === 'not-in-channels' ? one.channels : [])));
    return `The channels of the package are ${listed([...channels].sort())}.`;
  },
  'not-in-range': (candidates) => `There are versions ${listed(candidates.map(versionText))}.`,
  'no-edge': (candidates, { installed }) => (
    `Of ${counted(candidates.length, 'bundle')} none has an upgrade edge from ${installed?.name ?? 'what is installed'}.`
  ),
  'old-kubernetes': () => 'All of them need a newer Kubernetes.',
  'unmet-dependency': (candidates) => {
    const isUnknown = candidates.flatMap(reasonsOf).some((one) => one.reason === 'unmet-dependency' && one.unmet === 'too-hard');
    return isUnknown ? 'For some of them it is not known whether their needs would be met.' : 'None of them would have its needs met.';
  },
};

/** At most six; the others are counted. */
function listed(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;
}

function reasonsOf({ fate }: Candidate): readonly Reason[] {
  return fate.is === 'ineligible' ? fate.reasons : [];
}

function has(candidate: Candidate, reason: Reason['reason']): boolean {
  return reasonsOf(candidate).some((one) => one.reason === reason);
}
