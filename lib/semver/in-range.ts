/**
 * Is a version in a range? The rules are wire-level, their oddities included: what OLM installs for a range must be what we install.
 * An oddity: `^*` is 0.0.0 alone, and `!=*` is everything else.
 */
import type { SemanticVersion } from './semantic-version';
import type { Comparator, Operator, VersionRange } from './version-range';

export function isInRange({ groups }: VersionRange, version: SemanticVersion): boolean {
  return groups.some(({ comparators, namesPrerelease }) => (
    (namesPrerelease || version.prerelease.length === 0) && comparators.every((one) => holds(one, version))
  ));
}

/** Only because it is a pre-release, and the range names none. */
export function isLeftOutAsPrerelease(range: VersionRange, version: SemanticVersion): boolean {
  return version.prerelease.length > 0 && !isInRange(range, version)
    && range.groups.some(({ comparators }) => comparators.every((one) => holds(one, version)));
}

const RULES: Readonly<Record<Operator, (version: SemanticVersion, comparator: Comparator) => boolean>> = {
  '=': (version, one) => (one.wildcard === undefined ? version.compare(one.version) === 0 : isAboutSame(version, one)),
  '!=': isOther,
  '>': isGreater,
  '<': (version, { version: limit }) => version.compare(limit) < 0,
  '>=': (version, { version: limit }) => version.compare(limit) >= 0,
  '<=': isAtMost,
  '~': isAboutSame,
  '^': isCompatible,
};

function holds(comparator: Comparator, version: SemanticVersion): boolean {
  return RULES[comparator.operator](version, comparator);
}

/** `~1.2.3`: the same minor version, and not older. `~0.0.0` is everything. */
function isAboutSame(version: SemanticVersion, { version: base, wildcard }: Comparator): boolean {
  if (version.compare(base) < 0) return false;
  if (isZero(base) && wildcard !== 'minor' && wildcard !== 'patch') return true;
  return version.major === base.major && (version.minor === base.minor || wildcard === 'minor');
}

/** `^1.2.3`: the same first number that is not 0, and not older. */
function isCompatible(version: SemanticVersion, { version: base, wildcard }: Comparator): boolean {
  if (version.compare(base) < 0) return false;
  if (base.major > 0 || wildcard === 'minor') return version.major === base.major;
  if (version.major > 0) return false;
  if (base.minor > 0 || wildcard === 'patch') return version.minor === base.minor;
  return version.minor === 0 && version.patch === base.patch;
}

function isOther(version: SemanticVersion, { version: base, wildcard }: Comparator): boolean {
  if (wildcard === undefined) return version.compare(base) !== 0;
  if (version.major !== base.major) return true;
  if (wildcard === 'minor') return false;
  if (version.minor !== base.minor) return true;
  if (wildcard === 'patch') return version.comparePre(base) !== 0;
  return version.compare(base) !== 0;
}

/** `>1.2`: 1.2.9 is not, 1.3.0 is. */
function isGreater(version: SemanticVersion, { version: limit, wildcard }: Comparator): boolean {
  if (wildcard === undefined || wildcard === 'major' || version.major !== limit.major) {
    return wildcard === undefined || wildcard === 'major' ? version.compare(limit) > 0 : version.major > limit.major;
  }
  return wildcard === 'patch' && version.minor > limit.minor;
}

/** `<=1.2`: 1.2.9 is, 1.3.0 is not. */
function isAtMost(version: SemanticVersion, { version: limit, wildcard }: Comparator): boolean {
  if (wildcard === undefined) return version.compare(limit) <= 0;
  if (version.major !== limit.major) return version.major < limit.major;
  return wildcard === 'minor' || version.minor <= limit.minor;
}

function isZero({ major, minor, patch }: SemanticVersion): boolean {
  return major === 0 && minor === 0 && patch === 0;
}
