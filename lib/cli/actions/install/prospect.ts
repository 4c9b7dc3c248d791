/** What could become of an installed extension: the version that it may be upgraded to, and why not a newer one. Pure. */
import {
  type Candidate, type ClusterView, compareVersionReleases, dependencyCheck, failureWords, type InstalledBundle, type InstalledPackage,
  type NamedCatalog, reasonText, type Resolution, resolveBundle, versionText,
} from '../../../catalog';
import { defined } from '../../../defined';
import type { InstalledExtension } from '../../../runtime';
import { installedPackage, installedPackages, type Intent, requestOf } from './intent';

export interface Prospect {
  /** Where an upgrade would lead. Absent: nothing newer may follow, or nothing can be said. */
  readonly goal?: Candidate;
  /** The newest version that any of the catalogs has. */
  readonly newest?: Candidate;
  /** Why there is no goal, or why the newest version is not the goal. Absent: the newest is installed, or is the goal. */
  readonly why?: string;
  /** The catalogs could not be asked. */
  readonly isUnknown: boolean;
  /** What the catalog says of the installed version. */
  readonly deprecation?: string;
}

export interface ProspectContext {
  readonly catalogs: readonly NamedCatalog[];
  /** All that is installed: dependencies are met by it, too. */
  readonly installed: readonly InstalledExtension[];
  readonly cluster: ClusterView;
}

export function prospectOf(present: InstalledExtension, intent: Intent, { catalogs, installed: all, cluster }: ProspectContext): Prospect {
  const installed = installedPackage(present, catalogs);
  const request = requestOf(intent);
  const { packageName, policy = 'CatalogProvided' } = request;
  const { extension, stateNamespace } = present;
  const packages = installedPackages(all, catalogs, [{ extension, stateNamespace, packageName }]);
  const dependencies = dependencyCheck({ catalogs, installed: packages, cluster }, request);
  const identity = installed && identityOf(installed);
  const asked = { ...request, policy, catalogs, cluster, dependencies, ...defined({ installed: identity }) };
  const resolution = resolveBundle(asked);
  const newest = newestOf(resolution.candidates);
  const isHere = (candidate: Candidate | undefined): boolean => candidate !== undefined && candidate.bundle.name === installed?.name;
  const here = resolution.candidates.find(isHere);
  const facts = { ...defined({ newest, deprecation: here?.bundle.deprecation }) };
  if (resolution.failure !== undefined) {
    const { message, hint } = failureWords(resolution);
    const isUnknown = resolution.failure.found !== 'no-bundle';
    return { ...facts, isUnknown, why: [message, hint].filter((text) => text !== undefined).join(': ') };
  }
  const chosen = resolution.candidates.find(({ fate }) => fate.is === 'chosen');
  const goal = chosen === undefined || isHere(chosen) || chosen.edge?.by === 'same-version' ? undefined : chosen;
  return { ...facts, ...defined({ goal, why: whyNot(newest, chosen, resolution) }), isUnknown: false };
}

function identityOf({ name, version, release }: InstalledPackage): InstalledBundle {
  return { name, version, ...defined({ release }) };
}

/** Undefined: the newest is the one that is chosen. */
function whyNot(newest: Candidate | undefined, chosen: Candidate | undefined, { request }: Resolution): string | undefined {
  if (newest === undefined || newest === chosen || isNotNewer(newest, chosen)) return undefined;
  if (newest.fate.is !== 'ineligible') return undefined;
  return `${versionText(newest)}: ${newest.fate.reasons.map((reason) => reasonText(reason, request)).join('; ')}`;
}

function isNotNewer(newest: Candidate, chosen: Candidate | undefined): boolean {
  return newest.version !== undefined && chosen?.version !== undefined && compareVersionReleases(newest.version, chosen.version) <= 0;
}

/** Without pre-releases, as long as there is another version. */
function newestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const versioned = candidates.filter(({ version }) => version !== undefined);
  const stable = versioned.filter(({ version }) => version?.version.prerelease.length === 0);
  return (stable.length > 0 ? stable : versioned)
    .reduce<Candidate | undefined>((best, one) => (best === undefined || isNotNewer(best, one) ? one : best), undefined);
}
