/** Which packages a chosen bundle needs that are not installed, or not in a version that will do. Pure. */
import type { ClusterExtension } from '../../../api';
import {
  type ClusterView, explanationWords, type InstalledPackage, type NamedCatalog, needsOf, needText, type PlanStep, type Resolved, solve,
} from '../../../catalog';
import { defined } from '../../../defined';
import { parseVersionRange } from '../../../semver';

export interface MissingPackage {
  readonly packageName: string;
  /** What is needed of it: `package db >=1.0.0`. */
  readonly needs: readonly string[];
  /** The range in which it is needed, where it is needed by name and that is all there is to say. */
  readonly version?: string;
  /** It is installed, in a version that will not do. */
  readonly installed?: string;
  /** It needs this package in turn: who waits for it waits for ever. */
  readonly isInCycle: boolean;
}

/** A package that would be installed with it: because it needs it, or because one does that it needs. */
export interface BroughtPackage {
  readonly packageName: string;
  /** As catalogs have it now. */
  readonly version: string;
  /** `package db >=1.0.0`, each once. */
  readonly needs: readonly string[];
}

export type Needed =
  | { readonly type: 'known'; readonly missing: readonly MissingPackage[]; readonly brought: readonly BroughtPackage[] }
  /** No way to have all of it. */
  | { readonly type: 'impossible'; readonly message: string };

export interface NeedingPlace {
  readonly catalogs: readonly NamedCatalog[];
  readonly installed: readonly InstalledPackage[];
  readonly cluster: ClusterView;
}

/** Direct needs: what these need in turn is their own matter. */
export function missingPackages(
  { spec: { source: { catalog } } }: ClusterExtension, { bundle, version }: Resolved, { catalogs, installed, cluster }: NeedingPlace,
): Needed {
  const own = bundle.package;
  const needs = needsOf(bundle.properties) ?? [];
  if (needs.length === 0) return { type: 'known', missing: [], brought: [] };
  // Which version it is, and that it may be had from what is installed, has been decided.
  const policy = 'SelfCertified' as const;
  const wanted = { packageName: own, version: `=${version.version.raw}`, policy, ...defined({ selector: catalog?.selector }) };
  const solution = solve({ catalogs, installed, cluster, wanted: [wanted] });
  if (solution.plan === undefined) return { type: 'impossible', message: explanationWords(solution.conflict).message };
  const { plan } = solution;
  const place = plan.findIndex(({ packageName }) => packageName === own);
  const missing = plan.flatMap((step, index): readonly MissingPackage[] => {
    const reasons = step.neededBy.filter(({ packageName }) => packageName === own).map(({ need }) => need);
    if (step.packageName === own || step.action === 'keep' || reasons.length === 0) return [];
    const said = { packageName: step.packageName, needs: [...new Set(reasons.map(needText))], isInCycle: index > place };
    return [{ ...said, ...defined({ version: rangeOf(step, reasons), installed: step.from?.version }) }];
  });
  const brought = plan.flatMap((step): readonly BroughtPackage[] => (
    step.action !== 'install' || step.packageName === own ? [] : [{
      packageName: step.packageName, version: step.bundle.version?.version.raw ?? '',
      needs: [...new Set(step.neededBy.map(({ need }) => needText(need)))],
    }]
  ));
  if (brought.length > MOST_BROUGHT) {
    const message = `it would bring ${brought.length} packages along, and ${MOST_BROUGHT} are the most. Install some of them first.`;
    return { type: 'impossible', message };
  }
  return { type: 'known', missing, brought };
}

/** All of them stand in the status of a pending upgrade. */
const MOST_BROUGHT = 50;

/** As long as the version of an extension may be. */
const LONGEST = 64;

function rangeOf({ packageName }: PlanStep, needs: NonNullable<ReturnType<typeof needsOf>>): string | undefined {
  const ranges = needs.flatMap(({ constraint }) => (
    constraint.form === 'package' && constraint.package.name === packageName ? [constraint.package.range ?? ''] : []
  ));
  const [range = '', ...more] = [...new Set(ranges)];
  const isUsable = more.length === 0 && range !== '' && range.length <= LONGEST && 'range' in parseVersionRange(range);
  return isUsable ? range : undefined;
}
