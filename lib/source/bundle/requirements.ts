/** What a bundle needs of the cluster: an older Kubernetes is refused, what else is missing is said. */
import { parse } from 'semver';
import { isInSkipRange, parseSkipRange } from '../../semver';
import { BoxcutterError } from '../../errors';
import {
  type Bundle, type ClusterFacts, constraintText, isMet, isOlderKubernetes, kindText, packageText, type RequiredKind, type RequiredPackage,
  requirementsOf,
} from '../../formats';
import type { BundleSource } from '../source';
import type { InstalledPackage, Surroundings } from '../surroundings';

/**
 * Asks the cluster only where the bundle needs something. Without one, what it needs is said.
 * @throws BoxcutterError `kubernetes-too-old` (input), unless that is to be passed over
 */
export async function checkRequirements(
  { bundle, chosen }: Pick<BundleSource, 'bundle' | 'chosen'>, { ignoresMinKubeVersion }: { readonly ignoresMinKubeVersion: boolean },
  { facts, packages: installed, onNote }: Surroundings,
): Promise<void> {
  const { minKubeVersion, kinds, packages, constraints, maxOpenShiftVersion } = requirementsOf(bundle);
  const asksNothing = [kinds, packages, constraints].every(({ length }) => length === 0);
  if (minKubeVersion === undefined && maxOpenShiftVersion === undefined && asksNothing) return;
  const cluster = await facts?.();
  if (minKubeVersion !== undefined) checkVersion(bundle, minKubeVersion, cluster, ignoresMinKubeVersion, onNote);
  // What a catalog chose was chosen together with what it needs.
  if (chosen !== undefined) return;
  const missing = cluster === undefined ? kinds : kinds.filter((kind) => !isServed(kind, cluster));
  if (missing.length > 0) onNote(missingKinds(bundle, missing, packages, cluster !== undefined));
  const unmet = packages.length === 0 ? [] : unmetPackages(packages, await installed?.());
  if (unmet.length > 0) {
    const named = unmet.join(', ');
    const needs = `Bundle ${bundle.name} needs other packages, which are not installed with it: ${named}.`;
    onNote(`${needs} From a catalog, boxcutter install brings them.`);
  }
  for (const constraint of constraints) {
    const met = cluster && isMet(constraint, (kind) => isServed(kind, cluster));
    const why = met === undefined ? 'which boxcutter does not check' : 'which is not true on this cluster';
    if (met !== true) onNote(`Bundle ${bundle.name} needs ${constraintText(constraint)}, ${why}.`);
  }
  if (maxOpenShiftVersion !== undefined && (cluster === undefined || isOpenShift(cluster))) {
    onNote(`Bundle ${bundle.name} supports OpenShift up to ${maxOpenShiftVersion}; on other clusters this does not matter.`);
  }
}

function checkVersion(
  { name }: Bundle, needed: string, cluster: ClusterFacts | undefined, isIgnored: boolean, onNote: (note: string) => void,
): void {
  const needs = `Bundle ${name} needs Kubernetes ${needed} or newer`;
  if (cluster === undefined) {
    onNote(`${needs}.`);
    return;
  }
  const { kubernetesVersion } = cluster;
  if (!isOlderKubernetes(kubernetesVersion, needed)) return;
  const sentence = `${needs}, but the cluster has ${kubernetesVersion}`;
  if (isIgnored) {
    onNote(`${sentence}; it is installed nevertheless (--ignore-min-kube-version).`);
    return;
  }
  throw new BoxcutterError('kubernetes-too-old', 'input', `${sentence}. Nothing was written.`, {
    hint: 'Choose an older version of the package, or upgrade the cluster. To install it nevertheless: --ignore-min-kube-version',
    details: { needed, found: kubernetesVersion },
  });
}

/** @param installed undefined: that is not known */
function unmetPackages(packages: readonly RequiredPackage[], installed: readonly InstalledPackage[] = []): readonly string[] {
  return packages.flatMap((needed) => {
    const found = installed.filter(({ packageName }) => packageName === needed.name);
    if (found.some(({ version }) => isInNeededRange(version, needed.range))) return [];
    const versions = found.map(({ version = 'of an unknown version' }) => version);
    return [versions.length === 0 ? packageText(needed) : `${packageText(needed)} (installed is ${versions.join(', ')})`];
  });
}

/** What cannot be compared is not met. */
function isInNeededRange(version: string | undefined, range: string | undefined): boolean {
  if (range === undefined) return true;
  const parsed = parseSkipRange(range);
  const semver = version === undefined ? null : parse(version);
  return 'range' in parsed && semver !== null && isInSkipRange(parsed.range, semver);
}

function isOpenShift({ apiVersions }: ClusterFacts): boolean {
  return apiVersions.includes('config.openshift.io/v1');
}

function isServed({ group, version, kind }: RequiredKind, { apiVersions }: ClusterFacts): boolean {
  return apiVersions.includes(`${group === '' ? version : `${group}/${version}`}/${kind}`);
}

function missingKinds(
  { name }: Bundle, kinds: readonly RequiredKind[], packages: readonly RequiredPackage[], isAsked: boolean,
): string {
  const what = `Bundle ${name} needs kinds that ${isAsked ? 'the cluster does not serve' : 'it does not bring'}`;
  const named = packages.map(packageText).join(' or ');
  const from = named === '' ? 'what provides them' : `the package that provides them, which may be ${named}`;
  return `${what}: ${kinds.map(kindText).join(', ')}. ${isAsked ? 'Install' : 'On the cluster there must be'} ${from}.`;
}
