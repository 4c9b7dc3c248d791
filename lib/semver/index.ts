/**
 * Versions, releases and ranges of versions as OLM reads them. There are two grammars of ranges: users write a {@link VersionRange}, and
 * bundles and catalogs have a {@link SkipRange}, also as the `versionRange` of what they need.
 */
export { isInRange, isLeftOutAsPrerelease } from './in-range';
export { withLegacyRelease, withSubstituteRelease } from './legacy-release';
export { buildMetadataOf, releaseProblem, type ReleaseProblem } from './release';
export type { SemanticVersion } from './semantic-version';
export {
  type Bound, type BoundOperator, isInSkipRange, isSkipRange, type ParsedSkipRange, parseSkipRange, type SkipRange, type SkipRangeProblem,
} from './skip-range';
export { isVersion, strictVersionProblem, type VersionPart, type VersionProblem, versionProblemText } from './strict-version';
export {
  type Comparator, type Operator, parseVersionRange, type RangeGroup, type RangeProblem, type VersionRange,
} from './version-range';
export {
  compareVersionReleases, formatVersionRelease, nameOfVersion, newestFirst, type VersionRelease, versionRelease,
} from './version-release';
export { rangeProblemText, releaseProblemText, skipRangeProblemText } from './wording';
