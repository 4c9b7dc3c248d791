/**
 * Releases from before `olm.package` had the field `release`: rebuilds of a version were published with build metadata, `0.10.1+0.1730`.
 * OLMv1 takes build metadata that can be a release for the release. opm does so only for bundles that say with `olm.substitutesFor` what
 * they are a rebuild of.
 *
 * Source: operator-controller and operator-registry, version and release of a bundle.
 */
import { defined } from '../defined';
import { releaseProblem } from './release';
import type { VersionRelease } from './version-release';

/** As the resolver of OLMv1 orders and compares it. The version keeps its build metadata, which takes no part in comparing. */
export function withLegacyRelease({ version, release }: VersionRelease): VersionRelease {
  const build = version.build.join('.');
  const isRelease = release === undefined && build !== '' && releaseProblem(build) === undefined;
  return { version, ...defined({ release: isRelease ? build : release }) };
}

/** As opm orders it. @param substitutes the bundle has the annotation `olm.substitutesFor` */
export function withSubstituteRelease(version: VersionRelease, { substitutes }: { readonly substitutes: boolean }): VersionRelease {
  return substitutes ? withLegacyRelease(version) : version;
}
