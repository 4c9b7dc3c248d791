/** The answer of `catalog why` for programs (docs/schemas/catalog-why.json). */
import {
  type Candidate, explanationWords, failureWords, type Fate, formatVersionRelease, type PlanStep, reasonText, type Resolution,
  type Resolved, type ResolveRequest, type Solution, versionText,
} from '../../../../catalog';
import { defined } from '../../../../defined';
import { verdictText } from './verdict';

export const WHY_SCHEMA = 'boxcutter.catalog-why/v1';

export function whyDocument(resolution: Resolution, solution: Solution | undefined): object {
  const { request, selected, candidates } = resolution;
  const { packageName, version, channels, policy, installed, cluster } = request;
  return {
    schema: WHY_SCHEMA,
    package: packageName,
    request: { policy, ...defined({ version, channels, installed: installed && { name: installed.name, version: installed.version } }),
      ...defined({ kubeVersion: cluster?.kubeVersion }) },
    catalogs: selected,
    ...(resolution.failure === undefined
      ? { chosen: chosenDocument(resolution) }
      : { failure: { found: resolution.failure.found, ...failureWords(resolution) } }),
    candidates: candidates.map((candidate) => candidateDocument(candidate, request)),
    ...(solution === undefined ? {} : solutionDocument(solution)),
  };
}

function chosenDocument(resolution: Resolved): object {
  const { catalog, bundle } = resolution;
  return { catalog, bundle: bundle.name, version: versionText(resolution), image: bundle.image };
}

function candidateDocument(candidate: Candidate, request: ResolveRequest): object {
  const { catalog, bundle, channels, edge, fate } = candidate;
  return {
    catalog,
    bundle: bundle.name,
    ...defined({ version: bundle.version && formatVersionRelease(bundle.version), channels, edge, deprecation: bundle.deprecation }),
    verdict: fate.is,
    why: verdictText(candidate, request),
    ...fateDocument(fate, request),
  };
}

function fateDocument(fate: Fate, request: ResolveRequest): object {
  switch (fate.is) {
    case 'chosen':
      return {};
    case 'eligible':
      return { behind: fate.behind };
    case 'ineligible':
      return { reasons: fate.reasons.map((reason) => ({ code: reason.reason, message: reasonText(reason, request) })) };
  }
}

function solutionDocument(solution: Solution): object {
  if (solution.conflict !== undefined) return { conflict: explanationWords(solution.conflict) };
  return { plan: solution.plan.map(stepDocument) };
}

function stepDocument(step: PlanStep): object {
  const { action, packageName, neededBy } = step;
  const version = step.action === 'keep' ? step.installed.version : versionText(step);
  return { action, package: packageName, version, ...defined({ catalog: step.catalog }), neededBy: neededBy.map((one) => one.packageName) };
}
