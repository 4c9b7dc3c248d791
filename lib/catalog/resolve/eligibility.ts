/** Which bundles of a package may be installed, and of the others why not: each reason by itself. */
import { isOlderKubernetes } from '../../formats';
import { defined } from '../../defined';
import { isInRange, isLeftOutAsPrerelease, type VersionRange, withLegacyRelease } from '../../semver';
import type { CatalogBundle } from '../model/catalog';
import { channelsByBundle } from '../model/channels-by-bundle';
import { type Edge, edgeTo, type Installed } from './edge';
import type { ClusterView, FoundPackage, UpgradePolicy } from './request';
import type { Candidate, Reason } from './resolution';

/** What candidates are held against. */
export interface Terms {
  readonly range?: VersionRange | undefined;
  /** Empty: all count. */
  readonly channels: readonly string[];
  readonly policy: UpgradePolicy;
  readonly installed?: Installed | undefined;
  readonly cluster?: ClusterView | undefined;
}

/** A candidate before it is compared with others. */
export interface Judged extends Omit<Candidate, 'fate'> {
  readonly reasons: readonly Reason[];
}

export function judgePackage({ catalog, package: found }: FoundPackage, terms: Terms): readonly Judged[] {
  const listing = channelsByBundle(found);
  return [...found.bundles.values()].map((bundle) => {
    const listed = listing.get(bundle.name) ?? [];
    const channels = terms.channels.length === 0 ? listed : listed.filter((name) => terms.channels.includes(name));
    const version = bundle.version && withLegacyRelease(bundle.version);
    const asks = terms.installed !== undefined && terms.policy === 'CatalogProvided';
    const counting = asks ? channels.map((name) => found.channels.get(name)).filter((channel) => channel !== undefined) : [];
    const edge = asks && version !== undefined ? edgeTo(bundle.name, version, counting, terms.installed) : undefined;
    return {
      catalog: catalog.name,
      priority: catalog.priority,
      bundle,
      channels,
      ...defined({ version, edge }),
      reasons: reasonsAgainst(bundle, version, channels, listed, edge, terms),
    };
  });
}

function reasonsAgainst(
  bundle: CatalogBundle, version: Judged['version'], channels: readonly string[], listed: readonly string[], edge: Edge | undefined,
  { range, channels: wanted, policy, installed, cluster }: Terms,
): readonly Reason[] {
  const reasons: Reason[] = [];
  if (wanted.length > 0 && channels.length === 0) reasons.push({ reason: 'not-in-channels', channels: listed });
  if (version === undefined) return [...reasons, { reason: 'no-version' }];
  if (range !== undefined && !isInRange(range, version.version)) {
    reasons.push({ reason: 'not-in-range', isPrerelease: isLeftOutAsPrerelease(range, version.version) });
  }
  if (installed !== undefined && policy === 'CatalogProvided' && edge === undefined) reasons.push({ reason: 'no-edge' });
  const needed = bundle.about?.minKubeVersion;
  const found = cluster?.kubeVersion;
  if (needed !== undefined && found !== undefined && isOlderKubernetes(found, needed)) {
    reasons.push({ reason: 'old-kubernetes', needed, found });
  }
  return reasons;
}
